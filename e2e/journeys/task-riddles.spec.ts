import type { Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { givenHeldClaim } from '#/fixtures/held-claim.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { paidUnlocks } from '#/fixtures/ledger-facts.ts';
import { holdFirst, holdSecond } from '#/fixtures/lose-answer.ts';
import { graceMs, testOfOwnProduct } from '#/fixtures/own-product.ts';
import type { Product } from '#/fixtures/product.ts';
import { runJob } from '#/fixtures/run-job.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { earningWordsIn } from '#/pages/earning-texts.ts';
import { TaskScreen } from '#/pages/task-screen.ts';
import { refusalTexts, textsOf } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

/** What the screen of riddles says. */
const riddleWordsIn = textsOf({
  task: { en_US: 'Solve this week’s riddles', zh_TW: '解開本週謎題' },
  title: 'riddles.title',
  round: {
    title: { en_US: 'Round 2: On stage', zh_TW: '第二輪：上台' },
    solutions: { en_US: ['ＭＩＣＲＯＰＨＯＮＥ', ' light-stick!'], zh_TW: ['麥 克風', '手灯'] },
  },
  unlock: (say) => say('riddles.unlock', { points: 30 }),
  pay: (say) => say('riddles.pay', { points: 30 }),
  unlocked: 'riddles.unlocked',
  riddle: (say) => (number: number) => say('riddles.number', { number }),
  answer: 'riddles.answer',
  handIn: 'riddles.save',
  handInChanges: 'riddles.saveChanges',
  handedIn: { en_US: /Submitted/, zh_TW: /\d\d:\d\d.* 送出/ },
  wrong: { en_US: 'A very small door', zh_TW: '一扇很小的門' },
  won: 'riddles.won',
  reward: { en_US: '+60 Points', zh_TW: '+60 點數' },
  solution: { en_US: 'Microphone', zh_TW: '麥克風' },
  done: 'common.done',
  signIn: 'riddles.signIn',
  tooFew: (say) => say('mall.tooFewPoints', { missing: 30 }),
  full: 'riddles.full',
  tooLate: refusalTexts('RIDDLE_ROUND_ENDED'),
  askAgain: 'mall.askAgain',
  waitsForLook: 'riddles.refused.held',
});

/** A sign-in's token lasts for a day; a browser that meets its end is given the next. */
const tokenEnds = /status of 401/;

type TimedDatabase = Pick<Product, 'database' | 'time'>;
type RiddleWords = (typeof riddleWordsIn)['en_US'];

/** The round of the demo that is open for some days. */
const roundId = 'night-two';

/** Longer than a test takes. */
const shortlyMs = 10 * 60_000;

/** Lets the time pass to an instant around the end of the round; what a browser shows stays as it is. */
async function passToEnd({ database, time }: TimedDatabase, pastMs: number): Promise<void> {
  const { rows } = await database.query<{ closesAt: Date }>(
    'SELECT closes_at AS "closesAt" FROM riddle_round WHERE id = $1',
    [roundId],
  );
  await time.passTo(new Date((rows[0]?.closesAt.getTime() ?? Number.NaN) + pastMs));
}

/** Has a round that has closed marked, and waits until everybody who unlocked it has a result. */
async function markRiddleRound(product: TimedDatabase): Promise<void> {
  await runJob(product, 'mark-riddles');
  const findUnmarked = () =>
    product.database.query('SELECT FROM riddle_unlock WHERE round_id = $1 AND marked_at IS NULL', [roundId]);
  await expect.poll(async () => (await findUnmarked()).rowCount).toBe(0);
}

function answerTo(page: Page, words: RiddleWords, number: number) {
  return page.getByRole('article', { name: words.riddle(number) }).getByLabel(words.answer);
}

async function unlock(page: Page, words: RiddleWords): Promise<void> {
  await page.getByRole('button', { name: words.unlock }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.pay }).click();
  await expect(page.getByRole('article', { name: words.riddle(1) })).toBeVisible();
}

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });
    const words = riddleWordsIn[language];
    const { round } = words;

    testOfOwnProduct(
      'a fan goes from the card to a round, solves two riddles of it and gets the Points',
      async ({ own: { product, given, visit } }) => {
        const page = await visit.as(await given.fan({ points: 100 }), { tolerates: [tokenEnds] });
        const tasks = new TaskScreen(page, textsIn[language]);
        await tasks.open();
        await (await tasks.find(words.task)).getByRole('button').click();
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(words.title);

        await test.step('unlocks it', async () => {
          await expect(page.getByRole('heading', { name: round.title })).toBeVisible();
          expect(await violations(page), 'what axe finds while it is locked').toEqual([]);
          await unlock(page, words);
          await expect(page.getByText(words.unlocked, { exact: true })).toBeVisible();
        });

        await test.step('answers, and finds the answers again', async () => {
          for (const [index, solution] of round.solutions.entries()) {
            await answerTo(page, words, index + 1).fill(solution);
          }
          await answerTo(page, words, 3).fill(words.wrong);
          await page.getByRole('button', { name: words.handIn, exact: true }).click();
          await expect(page.getByText(words.handedIn)).toHaveCount(3);
          await reloadPage(page);
          await expect(answerTo(page, words, 3)).toHaveValue(words.wrong);
          await answerTo(page, words, 3).fill(`${words.wrong}?`);
          await page.getByRole('button', { name: words.handInChanges }).click();
          await expect(page.getByText(words.handedIn)).toHaveCount(3);
          expect(await violations(page), 'what axe finds while it is answered').toEqual([]);
        });

        await test.step('sees once what it brought, when it has closed', async () => {
          await passToEnd(product, graceMs);
          await markRiddleRound(product);
          await reloadPage(page);
          const told = page.getByRole('dialog', { name: words.won });
          await expect(told).toContainText(words.reward);
          await told.getByRole('button', { name: words.done }).click();
          const closed = page.getByRole('article', { name: round.title });
          await expect(closed).toContainText(words.solution);
          await expect(closed).toContainText(`${words.wrong}?`);
          await expect(closed).toContainText(words.reward);
          expect(await violations(page), 'what axe finds when it is over').toEqual([]);
          await reloadPage(page);
          await expect(closed).toContainText(words.reward);
          await expect(told).toBeHidden();
        });

        await test.step('and finds the Points where Points are received', async () => {
          await openPage(page, '/my-points');
          const received = page.getByRole('list', { name: earningWordsIn[language].points.received });
          await expect(received).toContainText(round.title);
        });
      },
    );
  });
}

const words = riddleWordsIn.en_US;

test('a visitor sees the round without its riddles, and is led to sign in', async ({ visit }) => {
  const page = await visit.anonymously();
  await openPage(page, '/riddles');
  await expect(page.getByRole('heading', { name: words.round.title })).toBeVisible();
  await expect(page.getByText('You throw me away with your voice')).toBeHidden();
  await page.getByRole('link', { name: words.signIn }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Friddles$/);
});

testOfOwnProduct(
  'a fan without enough Points sees how many are missing, and a late answer stays in its field',
  { tag: '@system' },
  async ({ own: { product, given, visit } }) => {
    const poor = await visit.as(await given.fan());
    await openPage(poor, '/riddles');
    await poor.getByRole('button', { name: words.unlock }).click();
    await expect(poor.getByRole('dialog')).toContainText(words.tooFew);
    await poor.close();

    await passToEnd(product, -shortlyMs);
    const late = await visit.as(await given.fan({ points: 30 }));
    await openPage(late, '/riddles');
    await unlock(late, words);
    await answerTo(late, words, 1).fill('Encore');
    await passToEnd(product, graceMs);
    await late.getByRole('button', { name: words.handIn, exact: true }).click();
    await expect(late.getByRole('alert')).toContainText(words.tooLate);
    await expect(answerTo(late, words, 1)).toHaveValue('Encore');
  },
);

test(
  'an unlocking whose answer was lost is asked about with the same button, and is paid for once',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ points: 100 });
    const page = await visit.as(fan, { tolerates: [/ERR_CONNECTION_RESET/] });
    const second = await holdSecond(page, '/task/api/v1/riddle/consume');
    await openPage(page, '/riddles');
    await page.getByRole('button', { name: words.unlock }).click();
    const sheet = page.getByRole('dialog');
    // Otherwise a refetch would show that the round is unlocked.
    await holdFirst(page, '/task/api/v1/riddle/getRiddleList');
    await sheet.getByRole('button', { name: words.pay }).click();
    const askAgain = sheet.getByRole('button', { name: words.askAgain });
    await askAgain.click();
    await second.sent;
    await expect(askAgain).toHaveAttribute('aria-busy', 'true');
    await expect(askAgain).toBeFocused();
    await expect(sheet.getByRole('button', { name: words.pay })).toHaveCount(0);
    second.letGo();
    await expect(page.getByRole('article', { name: words.riddle(1) })).toBeVisible();
    expect(await paidUnlocks(product.database, fan.accountId)).toEqual([30]);
  },
);

test(
  'a fan whose reward of the task is under review sees that the round waits for that, and pays nothing',
  { tag: '@system' },
  async ({ product, given, visit }) => {
    const fan = await given.fan({ points: 100 });
    await givenHeldClaim(product, fan, 'riddles');
    const page = await visit.as(fan);
    await openPage(page, '/riddles');
    await page.getByRole('button', { name: words.unlock }).click();
    await page.getByRole('dialog').getByRole('button', { name: words.pay }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(words.waitsForLook);
  },
);
