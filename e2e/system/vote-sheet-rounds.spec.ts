import { call } from '#/fixtures/call.ts';
import { givenRoundsElection, roundsActivityId } from '#/fixtures/given-rounds-election.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { graceMs, testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import { expect } from '#/fixtures/test.ts';
import { VoteScreen } from '#/pages/vote-screen.ts';
import { VoteSheet } from '#/pages/vote-sheet.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const words = textsIn.en_US;
const say = says.en_US;
const secondToCome = say.withAny('rounds.between', ['when'], { round: 2 });

const hourMs = 3_600_000;
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

test('a vote sheet open past the end of a round offers no vote, says why, and offers votes if it moves', async ({
  own: { product, given, visit, passTimeTo },
}) => {
  const { idols, moveFirstClose, firstClosesAt, secondOpensAt } = await givenRoundsElection(product);
  const fan = await given.fan();
  for (const [index, num] of [9, 8, 7, 6].entries()) {
    const body = { activityId: roundsActivityId, idolId: idols[index]?.idolId ?? '', num };
    await call(product.address, 'POST /activity/api/v1/vote/doVote', { body }, fan);
  }
  const page = await visit.as(fan);
  const { dialog, cast, amount } = new VoteSheet(page, words);
  await openPage(page, `/vote-activity?activityId=${roundsActivityId}`);
  await new VoteScreen(page, words).openSheet(idols[3]?.names['en_US'] ?? '');
  await expect(dialog).toContainText('#4 · ');
  await expect(cast).toHaveText(say('vote.cast', { count: 10 }));
  // The sheet lives by the end that it knows, however soon the app would ask for the new one.
  const seen = Promise.withResolvers<void>();
  await page.route('**/activity/api/v1/vote/activity?*', async (route) => {
    await seen.promise;
    await route.continue();
  });
  const laterClose = after(firstClosesAt, hourMs);
  await moveFirstClose(laterClose);
  await passTimeTo(after(firstClosesAt, 1));
  await expect(dialog.getByText(secondToCome)).toBeVisible();
  seen.resolve();
  await expect(cast).toHaveText(say('vote.cast', { count: 10 }));

  await passTimeTo(after(laterClose, 1));
  await expect(dialog.getByText(secondToCome)).toBeVisible();
  await expect(dialog.getByText(secondToCome)).toBeFocused();
  await expect(cast).toHaveCount(0);
  await expect(amount).toHaveCount(0);

  await passTimeTo(after(laterClose, graceMs));
  await passTimeTo(after(secondOpensAt, 1));
  await expect(dialog).toContainText(`#4 · ${say('rounds.left', { round: 1 })}`);
  await expect(
    dialog.getByText(say('rounds.noVotes', { name: idols[3]?.names['en_US'] ?? '', round: 1 })),
  ).toBeVisible();
  await expect(cast).toHaveCount(0);
});
