import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { taskWordsIn } from '#/pages/task-texts.ts';
import { textsOf } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const formWordsIn = textsOf({
  title: { en_US: 'Write her a chant', zh_TW: '替她寫一句應援' },
  open: (say) => new RegExp(`^${say('form.open')}`),
  openAgain: (say) => new RegExp(`^${say('form.openAgain')}`),
  later: 'form.claimLater',
  waiting: 'form.waiting',
  confirmed: 'form.confirmed',
  claim: (say) => say('form.step.claim', { points: 80 }),
  opened: 'task.awaits.confirmation',
  sandbox: 'social.sandbox',
  question: { en_US: 'What should the encore be?', zh_TW: '安可曲該唱哪一首？' },
  song: { en_US: 'Paper Lanterns', zh_TW: '紙燈籠' },
  send: { en_US: 'Send the form', zh_TW: '送出表單' },
  unanswered: { en_US: 'Pick a song first.', zh_TW: '請先選一首歌。' },
  sent: { en_US: 'Thanks! The form is sent', zh_TW: '謝謝，表單已送出' },
});

const taskId = 'support-write-a-chant';

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('a form is opened from its card, sent at its own site, awaited and paid', async ({ given, visit }) => {
      const told = formWordsIn[language];
      const { awarded } = taskWordsIn[language];
      const page = await visit.as(await given.fan(), { tolerates: [/status of 422/] });
      const tasks = new TaskScreen(page, textsIn[language]);
      const card = tasks.task(told.title);
      const sheet = page.getByRole('dialog', { name: told.title });

      await tasks.open();
      await tasks.find(told.title);
      await card.getByRole('button').click();
      const link = sheet.getByRole('link', { name: told.open });
      await expect(link).toBeVisible();
      await expect(sheet.getByRole('button', { name: told.later })).toBeDisabled();
      expect(await violations(page), 'what axe finds before the form is opened').toEqual([]);

      const popup = page.waitForEvent('popup');
      await link.click();
      const form = await popup;
      await expect(sheet.getByText(told.waiting)).toBeVisible();
      await expect(sheet.getByRole('link', { name: told.openAgain })).toBeVisible();

      await expect(form.getByText(told.sandbox)).toBeVisible();
      await expect(form.getByRole('heading', { level: 1 })).toHaveText(told.question);
      await form.getByRole('button', { name: told.send }).click();
      await expect(form.getByRole('alert')).toHaveText(told.unanswered);
      await form.getByRole('radio', { name: told.song }).check();
      expect(await violations(form), 'what axe finds on the form').toEqual([]);
      await form.getByRole('button', { name: told.send }).click();
      await expect(form.getByRole('heading', { level: 1 })).toHaveText(told.sent);
      await form.close();

      await expect(sheet.getByText(told.confirmed)).toBeVisible();
      await sheet.getByRole('button', { name: told.claim }).click();
      await expect(card.getByRole('img', { name: awarded })).toBeVisible();
      await expect(page.getByRole('link', { name: textsIn[language].toPage })).toContainText('80');
    });
  });
}

test.describe('in Chinese, dark', () => {
  test.use({ language: 'zh_TW', theme: 'dark' });

  test(
    'a form that was opened is waited for, on its card and in its sheet',
    { tag: '@system' },
    async ({ product, given, visit }) => {
      const told = formWordsIn.zh_TW;
      const fan = await given.fan();
      await call(product.address, 'POST /task/api/v1/taskItem/openForm', { body: { taskId } }, fan);
      const page = await visit.as(fan);
      const tasks = new TaskScreen(page, textsIn.zh_TW);
      const card = tasks.task(told.title);
      await tasks.open();
      await tasks.find(told.title);
      await expect(card).toContainText(told.opened);
      await card.getByRole('button').click();
      const sheet = page.getByRole('dialog', { name: told.title });
      await expect(sheet.getByText(told.waiting)).toBeVisible();
      await expect(sheet.getByRole('link', { name: told.openAgain })).toBeVisible();
      expect(await violations(page), 'what axe finds while it is awaited').toEqual([]);
    },
  );
});
