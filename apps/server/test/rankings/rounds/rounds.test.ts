import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import {
  activityId,
  createRoundsScenario,
  firstCloses,
  firstOpens,
  secondCloses,
  secondOpens,
  settledAfterMs,
} from './given-rounds.ts';

type Scenario = Awaited<ReturnType<typeof createRoundsScenario>>;

describe.each([
  { name: 'in which all begin at zero', carries: false, begun: { '1': 0, '2': 0 } },
  { name: 'in which votes are taken along', carries: true, begun: { '1': 10, '2': 8 } },
])('an election of two rounds $name', ({ carries, begun }) => {
  let scenario: Scenario;
  const first = { key: randomUUID(), stays: randomUUID() };
  let voters: { ofThree: TestFan; ofOne: TestFan };
  let answers: { ofThree: unknown; ofOne: unknown };
  beforeAll(async () => {
    scenario = await createRoundsScenario({ carries });
    const { world } = scenario;
    voters = { ofThree: await world.given.fan({ votes: 9 }), ofOne: await world.given.fan({ votes: 20 }) };
  });
  afterAll(() => scenario[Symbol.asyncDispose]());

  it('counts votes of the first round in the first, and tells how many go on', async () => {
    const { counted, vote, ranking, rows } = scenario;
    answers = {
      ofOne: (await vote('1', 10, { fan: voters.ofOne, key: first.stays })).data,
      ofThree: (await vote('3', 7, { fan: voters.ofThree, key: first.key })).data,
    };
    await counted('2', 8);
    await counted('4', 1);
    const shown = [
      ['1', 10, 1],
      ['2', 8, 2],
      ['3', 7, 3],
      ['4', 1, 4],
    ];
    await expect.poll(rows).toEqual(shown);
    expect(await ranking()).toMatchObject({ round: 1, roundState: 'open', state: 'open', goOn: 2, left: [] });
  });

  it('is settled once by any number of replicas, and only after votes on their way have come', async () => {
    const { world, anotherLife, ranking } = scenario;
    const lives = Array.from({ length: 8 }, anotherLife);
    world.clock.set(new Date(firstCloses.getTime() + 14_000));
    await Promise.all(lives.map((life) => life.step()));
    await expect.poll(ranking).toMatchObject({ round: 1, roundState: 'closing', state: 'open' });

    world.clock.set(new Date(firstCloses.getTime() + settledAfterMs));
    await Promise.all(lives.map((life) => life.step()));
    world.time.forget();
    await expect.poll(async () => (await ranking()).roundState).toBe('final');
    await Promise.all(lives.map((life) => life.stop()));
    expect(lives.flatMap(({ errors }) => errors)).toEqual([]);
    const { rows } = await world.ownerPool.query(
      `SELECT round, idol_id, votes, rank, goes_on FROM round_result ORDER BY rank`,
    );
    expect(rows.map(Object.values)).toEqual([
      [1, '1', 10, 1, true],
      [1, '2', 8, 2, true],
      [1, '3', 7, 3, false],
      [1, '4', 1, 4, false],
    ]);
  });

  it('shows the result of the first until the second opens, and takes no votes in between', async () => {
    const { world, vote, ranking, rows } = scenario;
    world.clock.set(new Date(secondOpens.getTime() - 1));
    expect(await ranking()).toMatchObject({ round: 1, roundState: 'final', state: 'open', goOn: 2, left: [] });
    expect(await rows()).toHaveLength(4);
    const fan = await world.given.fan({ votes: 5 });
    const refused = await changesNothing(world, () => vote('1', 5, { fan }));
    expect(refused.refusal).toBe('VOTING_BETWEEN_ROUNDS');
    expect(refused.message).toBe('This round is over. The next one opens on March 10th, 16:00 (Taipei).');
    expect((await changesNothing(world, () => vote('3', 5, { fan }))).refusal).toBe('IDOL_NOT_IN_ROUND');
  });

  it('gives a repeat its first answer between the rounds, for any idol', async () => {
    const { world, vote } = scenario;
    const again = await changesNothing(world, () => vote('3', 7, { fan: voters.ofThree, key: first.key }));
    expect(again.data).toEqual(answers.ofThree);
    const stays = await changesNothing(world, () => vote('1', 10, { fan: voters.ofOne, key: first.stays }));
    expect(stays.data).toEqual(answers.ofOne);
  });

  it('continues with the advancing idols, and lists the others with their last round and place', async () => {
    const { world, ranking } = scenario;
    const before = await ranking();
    world.clock.set(secondOpens);
    await expect.poll(async () => (await ranking()).round).toBe(2);
    const { version, ...shown } = await ranking();
    expect(version).toBe(before.version);
    expect(shown).toMatchObject({ roundState: 'open', state: 'open', goOn: null });
    expect(shown.list.map(({ idolId, votes, change }) => [idolId, votes, change])).toEqual([
      ['1', begun['1'], 0],
      ['2', begun['2'], 0],
    ]);
    expect(shown.totalVotes).toBe(begun['1'] + begun['2']);
    expect(shown.left).toEqual([
      { idolId: '3', leftInRound: 1, rank: 3, votes: 7 },
      { idolId: '4', leftInRound: 1, rank: 4, votes: 1 },
    ]);
    const query = { activityId };
    const idols = await world.call('GET /activity/api/v1/vote/idol/getAllIdolList', { query });
    expect(idols.data.map(({ idolId, leftInRound }) => [idolId, leftInRound])).toEqual([
      ['1', null],
      ['2', null],
      ['3', 1],
      ['4', 1],
    ]);
    const teams = await world.call('GET /activity/api/v1/vote/idol/getVoteIdolTeams', { query });
    expect(teams.data).toMatchObject([{ idolCount: 4, votes: shown.totalVotes }]);
    const idol = await world.call('GET /activity/api/v1/vote/idol/getIdol', { query: { ...query, idolId: '3' } });
    expect(idol.data).toMatchObject({ votes: 7, rank: 3, leftInRound: 1 });
  });

  it('takes votes only for advancing idols', async () => {
    const { world, vote, rows } = scenario;
    world.clock.set(new Date(secondOpens.getTime() + 60_000));
    const cast = await vote('2', 5);
    expect(cast.data).toMatchObject({ idolVotes: begun['2'] + 5, isFrozen: false });
    await expect.poll(rows).toContainEqual(['2', begun['2'] + 5, cast.data.rank]);
    const fan = await world.given.fan({ votes: 5 });
    expect((await changesNothing(world, () => vote('4', 5, { fan }))).refusal).toBe('IDOL_NOT_IN_ROUND');
  });

  it('gives a repeat of a vote of the first round its first answer in the second', async () => {
    const { world, vote } = scenario;
    const stays = await changesNothing(world, () => vote('1', 10, { fan: voters.ofOne, key: first.stays }));
    expect(stays.data).toEqual(answers.ofOne);
    const again = await changesNothing(world, () => vote('3', 7, { fan: voters.ofThree, key: first.key }));
    expect(again.data).toEqual(answers.ofThree);
    const other = await changesNothing(world, () => vote('2', 10, { fan: voters.ofOne, key: first.stays }));
    expect(other.refusal).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('casts a vote once that forty calls ask for at once, in either round’s tally', async () => {
    const { world, vote } = scenario;
    const fan = await world.given.fan({ votes: 40 });
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote('1', 3, { fan, key })));
    expect(new Set(replies.map(({ data }) => data.voteId)).size).toBe(1);
    expect(replies[0]?.data.remaining).toBe(37);
  });

  it('draws her line from where her count began, for an idol who left up to that round', async () => {
    const { world } = scenario;
    const history = async (idolId: string) =>
      (await world.call('GET /activity/api/v1/vote/idol/getIdolHistory', { query: { activityId, idolId } })).data
        .votesOverTime;
    const present = await history('2');
    expect(present[0]).toEqual({ at: (carries ? firstOpens : secondOpens).toISOString(), votes: 0, rank: null });
    expect(present.at(-1)?.votes).toBe(begun['2'] + 5);
    const left = await history('3');
    expect(left[0]?.at).toBe(firstOpens.toISOString());
    expect(left.at(-1)).toEqual({ at: firstCloses.toISOString(), votes: 7, rank: 3 });
  });

  it('sums what a fan cast for an idol over all rounds', async () => {
    const { world, vote } = scenario;
    await vote('1', 4, { fan: voters.ofOne });
    await world.ownerPool.query('UPDATE fan SET shows_support = true');
    world.clock.advance(61_000);
    const query = { activityId, idolId: '1' };
    const supporters = async () =>
      (await world.call('GET /activity/api/v1/vote/idol/getTopSupporters', { query })).data.list;
    await expect.poll(async () => (await supporters()).map(({ votes }) => votes)).toEqual([14, 3]);
  });

  it('has a result of the last round, with how the first one ended', async () => {
    const { world, settle, ranking } = scenario;
    const { version } = await ranking();
    await settle(secondCloses);
    const shown = await ranking();
    expect(shown).toMatchObject({ state: 'final', round: 2 });
    expect(shown.version).toBeGreaterThanOrEqual(version);
    const votes = { '1': begun['1'] + 7, '2': begun['2'] + 5 };
    expect(shown.list.map(({ idolId, votes: own }) => [idolId, own])).toEqual(Object.entries(votes));

    const url = `/activity/api/v1/vote/result?activityId=${activityId}`;
    const json = (await world.app.inject({ url: `${url}&format=json` })).json<{
      ranking: { idolId: string; votes: number }[];
      earlierRounds: { round: number; totalVotes: number; ranking: { idolId: string; goesOn: boolean }[] }[];
    }>();
    expect(json.ranking.map(({ idolId, votes: own }) => [idolId, own])).toEqual(Object.entries(votes));
    expect(json.earlierRounds).toMatchObject([{ round: 1, totalVotes: 26 }]);
    expect(json.earlierRounds[0]?.ranking.map(({ idolId, goesOn }) => [idolId, goesOn])).toEqual([
      ['1', true],
      ['2', true],
      ['3', false],
      ['4', false],
    ]);
    const csv = (await world.app.inject({ url: `${url}&format=csv` })).body.split('\r\n');
    expect(csv[0]).toMatch(/,votes,released,voided,round,goesOn$/);
    expect(csv.slice(1, -1).map((line) => line.split(',').toSpliced(-4, 2).slice(-3).join())).toEqual([
      '10,1,yes',
      '8,1,yes',
      '7,1,no',
      '1,1,no',
      `${votes['1']},2,`,
      `${votes['2']},2,`,
    ]);

    const summary = (await world.call('GET /activity/api/v1/vote/summary', { query: { activityId } })).data;
    expect(summary).toMatchObject({
      round: 2,
      isFinal: true,
      totalVotes: votes['1'] + votes['2'],
      ballots: 7,
      voters: 6,
      earlierRounds: [{ round: 1, totalVotes: 26 }],
    });
    expect(summary.votesOverTime[0]?.at).toBe((carries ? firstOpens : secondOpens).toISOString());
    const over = summary.votesOverTime.map(({ votes: at }) => at);
    expect(over, 'a count never goes back').toEqual(over.toSorted((one, other) => one - other));
  });

  it('takes no vote any more, and still gives repeats their first answer', async () => {
    const { world, vote } = scenario;
    const fan = await world.given.fan({ votes: 5 });
    for (const idolId of ['1', '3']) {
      expect((await changesNothing(world, () => vote(idolId, 5, { fan }))).refusal).toBe('VOTING_ENDED');
    }
    expect((await vote('3', 7, { fan: voters.ofThree, key: first.key })).data).toEqual(answers.ofThree);
  });
});
