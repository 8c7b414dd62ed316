import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, type RouteName } from '@lightstick/contract';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { castVote } from '#/modules/ballots/cast-vote.ts';
import { createDisplayFreezes } from '#/modules/rankings/display-freezes.ts';
import type { SuspicionWatch } from '#/modules/quarantine/index.ts';
import { createVoteBatcher } from '#/modules/ballots/voting.ts';
import { stepActivities } from '../../world/activity-lifecycle.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { moveEndTo } from '../../world/move-end.ts';
import { activityId, createRoundsScenario, firstCloses, firstOpens, secondOpens } from './given-rounds.ts';

type Scenario = Awaited<ReturnType<typeof createRoundsScenario>>;

/** An hour before the end of each round. */
const frozenAt = new Date(firstCloses.getTime() - 60 * 60_000);
const at = (ms: number) => new Date(frozenAt.getTime() + ms);

/** Every call of the contract by which anybody may learn something of an activity, with what it is asked. */
const query = { activityId };
const idol = { activityId, idolId: '2' };
const publicCalls: Partial<Record<RouteName, { query?: object; body?: object }>> = {
  'GET /activity/api/v1/vote/activities': {},
  'GET /activity/api/v1/vote/activity': { query },
  'GET /activity/api/v1/vote/ranking': { query },
  'GET /activity/api/v1/vote/decisions': { query },
  'GET /activity/api/v1/vote/ruleSet': { query },
  'GET /activity/api/v1/vote/summary': { query },
  'GET /activity/api/v1/vote/trends': { query },
  'GET /activity/api/v1/vote/idol/getVoteIdolTeams': { query },
  'GET /activity/api/v1/vote/idol/getAllIdolList': { query },
  'GET /activity/api/v1/vote/idol/getIdol': { query: idol },
  'GET /activity/api/v1/vote/idol/getIdolHistory': { query: idol },
  'GET /activity/api/v1/vote/idol/getTopSupporters': { query: idol },
  'POST /task/api/v1/idolManagement/getTop16Ranking': { body: query },
  'POST /task/api/v1/idolManagement/getSearchIdolOptions': { body: query },
};
/** Public calls about an activity that say nothing of its count, or what another says. */
const withoutCount = new Set([
  // Final results alone.
  'GET /activity/api/v1/vote/result',
  // The ranking, event by event.
  'GET /activity/api/v1/vote/stream',
  'GET /activity/api/v1/vote/rules',
  'GET /activity/api/v1/vote/saleGoods',
  'GET /activity/api/v1/vote/calendar',
]);

const neverSuspicious: SuspicionWatch = {
  see: () => null,
  forgetCall: () => undefined,
  report: () => undefined,
  keep: () => undefined,
  exchange: () => Promise.resolve(),
  stop: () => Promise.resolve(),
};

let scenario: Scenario;
let early: TestFan;
const keys = { before: randomUUID(), within: randomUUID() };
beforeAll(async () => {
  scenario = await createRoundsScenario({ rules: { displayFreezeMinutes: 60 } });
  early = await scenario.world.given.fan({ votes: 100 });
});
afterAll(() => scenario[Symbol.asyncDispose]());

/** Reads the public answers, without the clock and the end, which an owner may move. */
async function readAnswers({ world }: Scenario = scenario): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [route, input] of Object.entries(publicCalls) as [RouteName, object][]) {
    const reply = await world.call(route, input);
    if (reply.code !== 0) throw new Error(`${route} was refused: ${reply.message}`);
    answers[route] = JSON.parse(
      JSON.stringify(reply.data, (name, value: unknown) =>
        ['serverTime', 'closesAt', 'movedEnds'].includes(name) ? undefined : value,
      ),
    );
  }
  return answers;
}

describe('a count that the rules hide in the last hour', () => {
  it('is live until then', async () => {
    const { counted, vote, rows, world } = scenario;
    const first = await vote('2', 6, { fan: early, key: keys.before });
    expect(first.data).toMatchObject({ idolVotes: 6, rank: 1, isFrozen: false });
    await counted('1', 5);
    world.clock.set(at(-1));
    await counted('3', 1);
    expect(world.clock.now() > frozenAt).toBe(true);
    world.clock.set(at(0));
    await expect.poll(async () => (await scenario.ranking()).frozenAt).toBe(frozenAt.toISOString());
    expect(await rows()).toEqual([
      ['2', 6, 1],
      ['1', 5, 2],
      ['3', 1, 3],
      ['4', 0, 4],
    ]);
  });

  it('stays the same in every public answer, with all later votes and on all replicas', async () => {
    const { world, counted, vote } = scenario;
    world.clock.set(at(1000));
    await expect
      .poll(async () => (await readAnswers())['GET /activity/api/v1/vote/summary'])
      .toMatchObject({
        frozenAt: frozenAt.toISOString(),
      });
    const before = await readAnswers();
    for (const [step, idolId] of ['4', '1', '3', '2', '4'].entries()) {
      world.clock.set(at((step + 1) * 11 * 60_000));
      const replies = await Promise.all(Array.from({ length: 8 }, () => vote(idolId, 9)));
      expect(replies.map(({ refusal }) => refusal)).toEqual(Array.from({ length: 8 }));
      expect(await readAnswers()).toEqual(before);
    }
    await counted('4', 1);
    const { clock } = world.services;
    const catalogue = createActivityCatalogue(world.services);
    const [activity] = await catalogue.all();
    if (!activity) throw new Error('There is an election, so it is read.');
    const others = await Promise.all(
      Array.from({ length: 8 }, () =>
        createDisplayFreezes({ ...world.services, catalogue }).inForce(activity, clock.now()),
      ),
    );
    expect(new Set(others.map((freeze) => JSON.stringify(freeze))).size).toBe(1);
    expect(others[0]?.standings[0]).toEqual({ idolId: '2', votes: 6, rank: 1 });
  });

  it('is shown to a voter as it was, also in the answer to a repeat', async () => {
    const { world, vote } = scenario;
    world.clock.set(at(58 * 60_000));
    const cast = await vote('4', 7, { fan: early, key: keys.within });
    expect(cast.data).toMatchObject({ idolVotes: 0, rank: 4, isFrozen: true, remaining: 87 });
    expect((await vote('4', 7, { fan: early, key: keys.within })).data).toEqual(cast.data);
    expect((await vote('2', 6, { fan: early, key: keys.before })).data).toMatchObject({
      idolVotes: 6,
      rank: 1,
      isFrozen: false,
    });
  });

  it('stays the same while it is closing', async () => {
    const { world, ranking } = scenario;
    const { list, version, totalVotes } = await ranking();
    world.clock.set(new Date(firstCloses.getTime() + 5000));
    await expect.poll(async () => (await ranking()).roundState).toBe('closing');
    expect(await ranking()).toMatchObject({ list, version, totalVotes, frozenAt: frozenAt.toISOString() });
  });

  it('is published when the round is settled, with the hours that were hidden', async () => {
    const { world, vote, settle, rows, ranking } = scenario;
    const { version } = await ranking();
    await settle(firstCloses);
    expect(await rows()).toEqual([
      ['4', 152, 1],
      ['2', 78, 2],
      ['1', 77, 3],
      ['3', 73, 4],
    ]);
    const after = await ranking();
    expect(after).toMatchObject({ frozenAt: null, totalVotes: 380 });
    expect(after.version).toBeGreaterThan(version);
    const again = await vote('4', 7, { fan: early, key: keys.within });
    expect(again.data).toMatchObject({ idolVotes: 0, rank: 4, isFrozen: true });
    const history = await world.call('GET /activity/api/v1/vote/idol/getIdolHistory', { query: idol });
    expect(history.data.votesOverTime.at(-1)?.votes).toBe(78);
    world.clock.set(secondOpens);
    await expect.poll(async () => (await ranking()).round).toBe(2);
    expect(await ranking()).toMatchObject({ frozenAt: null, roundState: 'open' });
  });

  it('has every public call about an activity looked at here', () => {
    const aboutActivities = Object.entries(contract).filter(
      ([route, { auth }]) => auth === 'public' && /\/vote\/|idolManagement/.test(route),
    );
    const unseen = aboutActivities
      .map(([route]) => route)
      .filter((route) => !(route in publicCalls) && !withoutCount.has(route));
    expect(unseen).toEqual([]);
  });
});

describe('the moment from which on a count is hidden', () => {
  it('has no vote that was received after it, even without a reader at that time', async () => {
    await using quiet = await createRoundsScenario({ rules: { displayFreezeMinutes: 60 } });
    const { world, counted, vote, ranking } = quiet;
    await counted('1', 5);
    world.clock.set(at(40 * 60_000));
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => vote(String((index % 4) + 1), 3)));
    for (const { data } of replies) expect([0, 5]).toContain(data.idolVotes);
    expect(replies.every(({ data }) => data.isFrozen)).toBe(true);
    await expect.poll(async () => (await ranking()).totalVotes).toBe(5);
    // The standing of the hour, which is that of before, is taken no later than it may be seen.
    await stepActivities(world);
    const votesOfTheHour = async () => {
      const { rows } = await world.ownerPool.query<{ votes: number }>(
        'SELECT sum(votes)::integer AS votes FROM ranking_snapshot WHERE taken_at = $1',
        [frozenAt],
      );
      return rows[0]?.votes;
    };
    await expect.poll(votesOfTheHour).toBe(5);
  });

  it('stays the same after any move of the round’s end, and hidden counts stay hidden', async () => {
    await using moved = await createRoundsScenario({ rules: { displayFreezeMinutes: 60 } });
    const { world, counted, vote, ranking, settle } = moved;
    await counted('1', 5);
    world.clock.set(at(10 * 60_000));
    await expect.poll(async () => (await ranking()).frozenAt).toBe(frozenAt.toISOString());
    const key = randomUUID();
    const fan = await world.given.fan({ votes: 9 });
    const cast = await vote('2', 9, { fan, key });
    expect(cast.data).toMatchObject({ idolVotes: 0, isFrozen: true });
    const before = await readAnswers(moved);
    for (const minutes of [90, -20]) {
      const closesAt = new Date(firstCloses.getTime() + minutes * 60_000);
      await moveEndTo(world, closesAt, 1);
      world.time.forget();
      const known = async () => {
        const { data } = await world.call('GET /activity/api/v1/vote/activity', { query });
        return data.rounds[0]?.closesAt;
      };
      await expect.poll(known).toBe(closesAt.toISOString());
      expect(await readAnswers(moved)).toEqual(before);
      expect((await vote('2', 9, { fan, key })).data).toEqual(cast.data);
    }
    await settle(firstCloses);
    expect((await moved.rows()).slice(0, 2)).toEqual([
      ['2', 9, 1],
      ['1', 5, 2],
    ]);
  });

  it('hides a vote that was received before it and written after it, also when the vote is repeated', async () => {
    await using late = await createRoundsScenario({ rules: { displayFreezeMinutes: 60 } });
    const { world, counted, ranking, settle, vote } = late;
    await counted('1', 5);
    const fan = await world.given.fan({ votes: 9 });
    const key = randomUUID();
    world.clock.set(at(1000));
    await expect.poll(async () => (await ranking()).frozenAt).toBe(frozenAt.toISOString());
    const { clusterClock, clock, db, votePool } = world.services;
    const catalogue = createActivityCatalogue({ db, clock });
    const cast = await castVote(
      {
        db,
        catalogue,
        batcher: createVoteBatcher(votePool, { writers: 1 }),
        watch: neverSuspicious,
        freezes: createDisplayFreezes({ db, clock, clusterClock, catalogue }),
      },
      {
        activityId,
        idolId: '2',
        num: 9,
        key,
        language: 'en_US',
        fan: { id: fan.id, accountId: fan.accountId, joinedAt: firstOpens },
        receivedAt: at(-1000),
        source: { deviceId: undefined, address: '192.0.2.1' },
      },
    );
    const hidden = { idolVotes: 0, rank: 2, isFrozen: true };
    expect(cast).toMatchObject(hidden);
    const again = () => vote('2', 9, { fan, key });
    expect((await again()).data).toMatchObject(hidden);
    expect((await ranking()).totalVotes).toBe(5);
    await settle(firstCloses);
    expect((await again()).data).toMatchObject(hidden);
    expect((await ranking()).totalVotes).toBe(14);
  });

  it('cannot be written over', async () => {
    await expect(scenario.world.ownerPool.query('UPDATE display_freeze SET version = 0')).rejects.toThrow(
      'stay as they are',
    );
  });
});
