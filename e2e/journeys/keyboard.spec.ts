import { openPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { tabTo } from '#/pages/tab-to.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

test('a fan votes by keyboard alone, and the focus returns to where it was', async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  await screen.open();
  const opener = screen.ranking.getByRole('listitem').first().getByRole('button');
  await expect(opener).toBeVisible();

  await tabTo(opener);
  await page.keyboard.press('Enter');
  await expect(sheet.amount).toHaveValue('3');

  await tabTo(sheet.dialog.getByRole('button', { name: words.oneLess }));
  await page.keyboard.press('Space');
  await expect(sheet.amount).toHaveValue('2');
  await tabTo(sheet.oneMore);
  await page.keyboard.press('Enter');
  await expect(sheet.amount).toHaveValue('3');
  await tabTo(sheet.amount);
  await page.keyboard.type('2');
  await tabTo(sheet.cast);
  await page.keyboard.press('Enter');
  await expect(sheet.counted).toHaveText(say('vote.counted', { count: 2 }));

  await tabTo(sheet.done);
  await page.keyboard.press('Enter');
  await expect(sheet.dialog).toBeHidden();
  await expect(opener).toBeFocused();
});

test('the focused element is never beneath a bar, at any step by Tab', { tag: '@system' }, async ({ given, visit }) => {
  const page = await visit.as(await given.fan());
  await openPage(page, '/best7');
  await expect(page.getByRole('button', { name: say('best7.chooseMore', { count: 7 }) })).toBeVisible();
  await page.getByRole('button', { name: say('teams.all'), exact: true }).focus();
  for (let press = 0; press < 30; press += 1) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement ?? document.body;
      const { left, width, bottom } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, bottom - 3);
      return focused.contains(seen) ? '' : `${focused.textContent} beneath ${seen?.textContent}`;
    });
    expect(covered).toBe('');
  }
});

test(
  'Escape closes the vote sheet, Tab does not leave it, and nothing is cast',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    const screen = new VoteScreen(page, words);
    const sheet = new VoteSheet(page, words);
    await screen.open();
    const opener = screen.ranking.getByRole('listitem').first().getByRole('button');
    await tabTo(opener);
    await page.keyboard.press('Enter');
    await expect(sheet.cast).toBeVisible();

    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press('Tab');
      await expect(page.locator(':focus:not(body, dialog, dialog *)'), 'nothing behind the sheet').toHaveCount(0);
    }
    await page.keyboard.press('Escape');
    await expect(sheet.dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheet.wallet).toContainText('3');
  },
);

test('the first Tab offers to skip to the content', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: words.skip })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
