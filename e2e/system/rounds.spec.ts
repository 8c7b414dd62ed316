import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asBuilt } from '#/fixtures/as-built.ts';
import { violations } from '#/fixtures/accessibility.ts';
import { call } from '#/fixtures/call.ts';
import { givenRoundsElection, roundsActivityId } from '#/fixtures/given-rounds-election.ts';
import { openPage } from '#/fixtures/in-app.ts';
import { graceMs, testOfOwnProduct as test } from '#/fixtures/own-product.ts';
import { expect } from '#/fixtures/test.ts';
import { looks, shots, takesPictures } from '#/looks.ts';
import { textsOf } from '#/pages/texts.ts';

const words = textsOf({
  live: (say) => say('rounds.endsIn', { round: 1 }),
  line: (say) => say('rounds.line', { count: 3 }),
  lineShared: (say) => say('rounds.lineShared', { count: 3 }),
  goOnShared: {
    en_US: /The top 3 advance, ties included, and restart at zero\./,
    zh_TW: /前 3 名晉級下一輪，與最後晉級者同票者一併晉級，票數重新計算。/,
  },
  roundOver: 'freeze.roundOverTitle',
  everyMinute: { en_US: /updated every minute/, zh_TW: /每分鐘更新/ },
  voteNow: 'summary.vote',
  votesOfRound: (say) => say('summary.votesOfRound', { round: 2 }),
  hidden: 'freeze.title',
  between: 'phase.between',
  second: (say) => say('rounds.opensIn', { round: 2 }),
  election: { en_US: 'Two Rounds', zh_TW: '兩輪票選' },
  on: 'activity.now',
  candidates: 'activity.candidates',
  secondEnds: (say) => say('rounds.endsIn', { round: 2 }),
  left: (say) => say('rounds.left', { round: 1 }),
  noVotes: { en_US: /didn’t advance past round 1/, zh_TW: /止步於第 1 輪，/ },
  final: 'phase.final',
  behind: (say) => say('summary.behind', { rank: 1, votes: 23 }),
  countedInRound: { en_US: 'votes counted in round 2', zh_TW: '票已計入（第 2 輪）' },
  winner: 'summary.winner',
  result: (say) => say('rounds.result', { round: 1 }),
  wentOn: 'rounds.wentOn',
});

const minuteMs = 60_000;
const after = (instant: Date, ms: number) => new Date(instant.getTime() + ms);

for (const look of looks) {
  test(`two rounds, hidden near their ends, from first vote to final result (${look.language}, ${look.theme})`, async ({
    own: { product, given, visit, passTimeTo },
  }) => {
    const say = words[look.language];
    const { idols, ranking, firstClosesAt, secondOpensAt, closesAt } = await givenRoundsElection(product);
    const nameOf = (index: number) => idols[index]?.names[look.language] ?? '';
    const voter = await given.fan();
    const vote = (index: number, num: number) =>
      call(
        product.address,
        'POST /activity/api/v1/vote/doVote',
        { body: { activityId: roundsActivityId, idolId: idols[index]?.idolId ?? '', num } },
        { token: voter.token, deviceId: randomUUID() },
      );
    for (const [index, num] of [9, 8, 7, 6, 2].entries()) await vote(index, num);

    const page = await visit.anonymously(look);
    const picture = async (name: string, of: Page = page) => {
      if (takesPictures)
        await of.screenshot({ path: `${shots}/rounds-${name}-${look.language}-${look.theme}.png`, fullPage: true });
    };
    await openPage(page, `/vote-activity?activityId=${roundsActivityId}`);
    await expect(page.getByRole('main').getByText(say.live)).toBeVisible();
    const line = page.getByText(say.line, { exact: true });
    await expect(line).toBeVisible();
    const row = (index: number) => page.locator(`[data-row="${idols[index]?.idolId}"]`);
    await expect(row(2)).toContainText(say.line);
    await expect(row(0)).toContainText('9');
    expect(await violations(page), 'what axe finds').toEqual([]);
    await picture('live');
    const shared = await visit.anonymously(look);
    await answerSharedPlaces(shared);
    await openPage(shared, `/vote-activity?activityId=${roundsActivityId}`);
    await expect(shared.getByText(say.lineShared, { exact: true })).toBeVisible();
    await expect(shared.getByText(say.goOnShared)).toBeVisible();
    await picture('shared', shared);

    // Within the last hour the displayed count is frozen.
    await passTimeTo(after(firstClosesAt, -50 * minuteMs));
    await expect(page.getByText(say.hidden)).toBeVisible();
    const cast = await vote(4, 30);
    expect(cast).toMatchObject({ isFrozen: true, idolVotes: 2, rank: 5 });
    const votes = row(4).locator('p').nth(1);
    await expect(votes).toHaveText('2');
    expect(await violations(page), 'what axe finds').toEqual([]);
    await picture('hidden');
    const idolPage = await visit.anonymously(look);
    await openPage(idolPage, `/idol?activityId=${roundsActivityId}&idolId=${idols[4]?.idolId}`);
    await expect(idolPage.getByText(say.hidden)).toBeVisible();
    await picture('hidden-idol', idolPage);
    const summary = await visit.anonymously(look);
    await openPage(summary, `/event-summary?activityId=${roundsActivityId}`);
    await expect(summary.getByRole('link', { name: say.voteNow })).toBeVisible();
    await expect(summary.getByText(say.everyMinute), 'nothing is updated while the count is hidden').toHaveCount(0);

    await passTimeTo(after(firstClosesAt, 1));
    await expect(page.getByText(say.between)).toBeVisible();
    await expect(page.getByText(say.roundOver)).toBeVisible();
    await passTimeTo(after(firstClosesAt, graceMs));
    await expect(page.getByText(say.second)).toBeVisible();
    await expect(page.getByText(say.roundOver)).toHaveCount(0);
    await expect(page.getByText(say.hidden)).toHaveCount(0);
    await expect(votes).toHaveText('32');
    await expect(row(1)).toContainText(say.line);
    await expect(row(0), 'a round that is over cannot be climbed in').toContainText(say.behind);
    await picture('between');
    await openPage(summary, `/event-summary?activityId=${roundsActivityId}`);
    await expect(summary.locator('main header').getByText(say.between)).toBeVisible();
    await expect(summary.getByText(say.hidden)).toHaveCount(0);
    await expect(summary.getByRole('link', { name: say.voteNow })).toHaveCount(0);
    expect(await violations(summary), 'what axe finds').toEqual([]);
    await picture('between-summary', summary);
    await openPage(summary, '/activity');
    const card = summary.getByRole('region', { name: say.on }).getByRole('article', { name: say.election });
    await expect(card).toContainText(say.between);
    await expect(card).toContainText(say.second);
    await expect(card.getByRole('link', { name: say.candidates })).toBeVisible();
    await expect(card.getByRole('link', { name: say.voteNow })).toHaveCount(0);
    expect(await violations(summary), 'what axe finds').toEqual([]);
    await picture('between-activities', summary);
    await row(4).getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/idol\\?activityId=${roundsActivityId}&idolId=${idols[4]?.idolId}`));
    await picture('between-idol');
    await page.goBack();

    await passTimeTo(after(secondOpensAt, 1));
    await expect(page.getByText(say.secondEnds)).toBeVisible();
    await expect(row(3)).toContainText(say.left);
    await expect(line).toHaveCount(0);
    await expect(idolPage.getByText(say.secondEnds)).toHaveCount(0);
    await openPage(idolPage, `/idol?activityId=${roundsActivityId}&idolId=${idols[3]?.idolId}`);
    await expect(idolPage.getByText(say.noVotes)).toBeVisible();
    await picture('left-idol', idolPage);
    await vote(1, 5);
    await expect(row(1).locator('p').nth(1)).toHaveText('5');
    expect((await ranking()).left.map(({ rank }) => rank)).toEqual([4, 5, 6]);
    await expect(page.getByText(say.countedInRound)).toBeVisible();
    await picture('second');

    await passTimeTo(after(closesAt, graceMs));
    await expect(page.getByText(say.final, { exact: true })).toBeVisible();
    await expect(row(1)).toContainText(say.winner);
    await picture('result');
    await openPage(page, `/event-summary?activityId=${roundsActivityId}`);
    await expect(page.getByText(say.votesOfRound, { exact: true })).toBeVisible();
    await page.getByText(say.result).click();
    await expect(page.getByText(say.wentOn, { exact: true })).toHaveCount(3);
    await expect(page.getByText(nameOf(0)).last()).toBeVisible();
    expect(await violations(page), 'what axe finds').toEqual([]);
    await picture('final');
  });
}

/** Makes the answer describe an election in which equals share a place. */
async function answerSharedPlaces(page: Page): Promise<void> {
  await asBuilt(page);
  await page.route('**/vote/activity?*', async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...envelope, data: { ...data, tieRule: 'sharedPlace' } } });
  });
}
