import { closeElection } from '#/fixtures/close-election.ts';
import { type Given, givenIn } from '#/fixtures/given.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { type Product, startProduct } from '#/fixtures/product.ts';
import { expect, test as base } from '#/fixtures/test.ts';
import { startVisits, type Visit } from '#/fixtures/visit.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { wordsIn } from '#/pages/words.ts';

const words = wordsIn.en_US;

type OwnProduct = { readonly product: Product; readonly given: Given; readonly visit: Visit };

/** An election ends for everybody on its server, so this test has a server of its own. */
const test = base.extend<{ readonly own: OwnProduct }>({
  own: async ({ browser, language, theme, motion }, provide) => {
    await using product = await startProduct();
    const visits = startVisits({ browser, address: product.address, look: { language, theme, motion } });
    await provide({ product, given: givenIn(product), visit: visits });
    expect(await visits.end(), 'what went wrong in the browsers, unseen').toEqual([]);
  },
});

/** Time enough to open the screens on a busy machine; everything after it happens by itself. */
const untilClosingMs = 25_000;
/** Votes on their way are waited for before the result is final. */
const untilFinalMs = 60_000;

test('at zero the screens turn by themselves, a late vote is refused, and the result becomes final', async ({
  own: { product, given, visit },
}) => {
  const { name } = await lastIdol(product.address);
  const fan = await given.fan();
  const closesAt = await closeElection(product, untilClosingMs);

  const watcher = await visit.anonymously();
  await watcher.goto('/');
  await expect(watcher.getByRole('timer')).toBeVisible();

  const page = await visit.as(fan);
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  await screen.open();
  await expect(page.getByRole('timer')).toHaveAccessibleName(/^0 days, 0 hours, 0 minutes and \d+ seconds left$/);
  await screen.openSheet(name);
  await expect(sheet.cast).toBeVisible();
  expect(Date.now(), 'the screens were open in time').toBeLessThan(closesAt.getTime());

  await expect(watcher.getByText(words.counting, { exact: true })).toBeVisible({ timeout: untilClosingMs });
  await expect(watcher.getByRole('timer')).toHaveCount(0);
  await expect(watcher.getByRole('button', { name: words.voteFor })).toHaveCount(0);

  await expect(page.locator('main').getByText(words.counting, { exact: true })).toBeAttached();
  await sheet.cast.click();
  await expect(sheet.dialog.getByRole('alert')).toHaveText('Voting has ended. Your votes were not spent.');

  await expect(watcher.getByText(words.finalResult, { exact: true })).toBeVisible({ timeout: untilFinalMs });
});
