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

/** What is needed beside opening the screens, on a machine that does other work as well. */
const spareMs = 8000;
/** Votes on their way are waited for before the result is final. */
const untilFinalMs = 60_000;

test('at zero the screens turn by themselves, a late vote is refused, and the result becomes final', async ({
  own: { product, given, visit },
}) => {
  // However slow the machine is, the closing waits for it.
  test.slow();
  const { name } = await lastIdol(product.address);
  const watcher = await visit.anonymously();
  const page = await visit.as(await given.fan());
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  const openScreens = async () => {
    await watcher.goto('/');
    await expect(watcher.getByRole('timer')).toBeVisible();
    await screen.open();
    await screen.openSheet(name);
    await expect(sheet.cast).toBeVisible();
  };

  // Opened once before, the screens tell how long that takes here; the election is closed as much later.
  const openedAt = Date.now();
  await openScreens();
  const untilClosingMs = 2 * (Date.now() - openedAt) + spareMs;
  const closesAt = await closeElection(product, untilClosingMs);
  await openScreens();
  await expect(page.getByRole('timer', { includeHidden: true })).toHaveAccessibleName(
    /^0 days, 0 hours, \d+ minutes? and \d+ seconds? left$/,
  );
  expect(Date.now(), 'the screens were open in time').toBeLessThan(closesAt.getTime());

  await expect(watcher.getByText(words.counting, { exact: true })).toBeVisible({ timeout: untilFinalMs });
  await expect(watcher.getByRole('timer')).toHaveCount(0);
  await expect(watcher.getByRole('button', { name: words.voteFor })).toHaveCount(0);

  await expect(page.locator('main').getByText(words.counting, { exact: true })).toBeAttached();
  await sheet.cast.click();
  await expect(sheet.dialog.getByRole('alert')).toHaveText('Voting has ended. Your votes were not spent.');

  await expect(watcher.getByText(words.finalResult, { exact: true })).toBeVisible({ timeout: untilFinalMs });
});
