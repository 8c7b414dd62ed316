import { call } from '#/fixtures/call.ts';
import { activityId, lastIdol } from '#/fixtures/idols.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { holdFirst } from '#/fixtures/lose-answer.ts';
import { graceMs, testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect } from '#/fixtures/test.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;

/** Shorter than a browser waits for an answer. */
const shortlyBeforeMs = 10_000;

/** Moves the end of the election into the day for which a sign-in lasts, as its owner, and waits until all clients know it. */
async function moveEnd({ address, database }: Product): Promise<Date> {
  const closesAt = new Date(Date.now() + 3_600_000);
  await database.query(`SELECT ledger.move_end($1, $2, 'A test')`, [Number(activityId), closesAt.toISOString()]);
  const told = () => call(address, 'GET /activity/api/v1/vote/activity', { query: { activityId } });
  await expect.poll(async () => (await told()).closesAt).toBe(closesAt.toISOString());
  return closesAt;
}

test('at zero the screens change, also an open sheet, a late press gets its answer, the result becomes final', async ({
  own: { product, given, visit, passTimeTo },
}) => {
  const { name } = await lastIdol(product.address);
  const watcher = await visit.anonymously();
  const page = await visit.as(await given.fan());
  const screen = new VoteScreen(page, words);
  const sheet = new VoteSheet(page, words);
  const late = await visit.as(await given.fan());
  const lateScreen = new VoteScreen(late, words);
  const lateSheet = new VoteSheet(late, words);
  const closesAt = await moveEnd(product);
  const afterClose = (ms: number) => new Date(closesAt.getTime() + ms);
  await openPage(watcher, '/');
  await expect(watcher.getByRole('timer')).toBeVisible();
  for (const [vote, theSheet] of [
    [screen, sheet],
    [lateScreen, lateSheet],
  ] as const) {
    await vote.open();
    await vote.openSheet(name);
    await expect(theSheet.cast).toBeVisible();
  }
  await passTimeTo(afterClose(-shortlyBeforeMs));
  // On its way from before the close, as far as the page knows; the server hears of it after that.
  const held = await holdFirst(late, '/activity/api/v1/vote/doVote');
  await lateSheet.cast.click();
  await held.sent;
  await expect(page.getByRole('timer', { includeHidden: true })).toHaveAccessibleName(
    /^0 days, 0 hours, \d+ minutes? and \d+ seconds? left$/,
  );

  await passTimeTo(afterClose(1));
  await expect(watcher.getByText(words.counting, { exact: true })).toBeVisible();
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

  await passTimeTo(afterClose(graceMs));
  await expect(watcher.getByText(words.finalResult, { exact: true })).toBeVisible();
});
