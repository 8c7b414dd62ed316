import { closeElectionUnder } from '#/fixtures/close-election.ts';
import { lastIdol } from '#/fixtures/idols.ts';
import { passClosingGrace } from '#/fixtures/advance-time.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { holdFirst } from '#/fixtures/lose-answer.ts';
import { testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import { expect } from '#/fixtures/test.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

/** Votes on their way are waited for before the result is final. */
const untilFinalMs = 60_000;

test('at zero the screens change, also an open sheet, a late press gets its answer, the result becomes final', async ({
  own: { product, given, visit },
}) => {
  // However slow the machine is, the closing waits for it.
  test.slow();
  const { name } = await lastIdol(product.address);
  const watcher = await visit.anonymously();
  const page = await visit.as(await given.fan());
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  const late = await visit.as(await given.fan());
  const lateScreen = new VoteScreen(late, words);
  const lateSheet = new VoteSheet(late, words);
  const openScreens = async () => {
    // A screen that the server drew may be as old as the close that was moved.
    await openPage(watcher, '/?asked=now');
    await expect(watcher.getByRole('timer')).toBeVisible();
    await screen.open();
    await screen.openSheet(name);
    await expect(sheet.cast).toBeVisible();
    await lateScreen.open();
    await lateScreen.openSheet(name);
    await expect(lateSheet.cast).toBeVisible();
  };

  await closeElectionUnder(product, openScreens);
  // On its way from before the close, as far as the page knows; the server hears of it after that.
  const held = await holdFirst(late, '/activity/api/v1/vote/doVote');
  await lateSheet.cast.click();
  await held.sent;
  await expect(page.getByRole('timer', { includeHidden: true })).toHaveAccessibleName(
    /^0 days, 0 hours, \d+ minutes? and \d+ seconds? left$/,
  );

  await expect(watcher.getByText(words.counting, { exact: true })).toBeVisible({ timeout: untilFinalMs });
  // All at once, because votes on their way are waited for no longer than fifteen seconds.
  await Promise.all([
    expect(watcher.getByRole('timer')).toHaveCount(0),
    expect(watcher.getByRole('button', { name: words.voteFor })).toHaveCount(0),
    expect(page.locator('main').getByText(words.counting, { exact: true })).toBeAttached(),
    expect(sheet.dialog).toContainText(say('phase.closingNote')),
    expect(sheet.cast).toHaveCount(0),
    expect(late.locator('main').getByText(words.counting, { exact: true })).toBeAttached(),
  ]);
  await expect(lateSheet.cast, 'its answer is waited for').toHaveAttribute('aria-busy', 'true');
  held.letGo();
  await expect(lateSheet.dialog.getByRole('alert')).toHaveText(say('vote.refused.ended'));
  await expect(lateSheet.dialog).toContainText(say('phase.closingNote'));
  await expect(lateSheet.cast).toHaveCount(0);

  await passClosingGrace(product);
  await expect(watcher.getByText(words.finalResult, { exact: true })).toBeVisible({ timeout: untilFinalMs });
});
