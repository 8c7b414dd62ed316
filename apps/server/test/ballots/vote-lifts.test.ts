import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { castVotes, type VoteEntry } from '#/modules/ballots/votes.store.ts';
import { createQuarantineScenario } from '../quarantine/given-quarantine.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const idols = 5;
const idolIds = Array.from({ length: idols }, (_, index) => String(index + 1));

type Vote = { readonly idolId: string; readonly num: number };

/** The order of idols in the plainest words: each vote is counted for itself, after those before it. */
class Count {
  readonly #sharesPlaces: boolean;
  readonly #list = idolIds.map((idolId) => ({ idolId, votes: 0, latest: 0 }));
  #turn = 0;

  constructor(sharesPlaces: boolean) {
    this.#sharesPlaces = sharesPlaces;
  }

  add({ idolId, num }: Vote) {
    const before = this.#place(idolId);
    const wereAhead = this.#ahead(idolId);
    const own = this.#list.find((one) => one.idolId === idolId);
    if (!own) throw new Error(`No idol ${idolId}`);
    own.votes += num;
    own.latest = this.#turn += 1;
    const passed = wereAhead.filter(({ votes }) => votes < own.votes);
    const [first] = passed;
    return {
      rankBefore: before === this.#place(idolId) ? null : before,
      rank: this.#place(idolId),
      idolVotes: own.votes,
      passed: first ? passed.slice(0, 3).map((one) => one.idolId) : null,
      lead: first ? own.votes - first.votes : null,
    };
  }

  #ahead(idolId: string) {
    this.#list.sort(
      (one, other) => other.votes - one.votes || one.latest - other.latest || +one.idolId - +other.idolId,
    );
    const index = this.#list.findIndex((one) => one.idolId === idolId);
    const own = this.#list[index]?.votes ?? 0;
    return this.#list.slice(0, index).filter(({ votes }) => !this.#sharesPlaces || votes > own);
  }

  #place(idolId: string): number {
    return this.#ahead(idolId).length + 1;
  }
}

/** A generator with a seed, so that a failure can be repeated. */
function draws(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each([
  ['the first to reach a count leads', 'reachedFirst'],
  ['idols share a place', 'sharedPlace'],
] as const)('where %s', (_words, tieRule) => {
  let world: World;
  let fans: readonly TestFan[];
  let pools: ReadonlyMap<string, number>;

  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-11-21T04:00:00Z') });
    await world.given.election({ idols, rules: { tieRule } });
    fans = await Promise.all(Array.from({ length: 12 }, () => world.given.fan({ votes: 1000 })));
    const { rows } = await world.ownerPool.query<{ idol_id: string; pool: number }>(
      'SELECT idol_id, pool FROM candidate_tally',
    );
    pools = new Map(rows.map((row) => [row.idol_id, row.pool]));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  function entry({ idolId, num }: Vote, fan: TestFan | undefined, place: number): VoteEntry {
    return {
      period: 1004,
      round: 1,
      joinedAt: new Date(0),
      key: randomUUID(),
      fanId: fan?.id ?? 0,
      pool: pools.get(idolId) ?? 0,
      num,
      receivedAt: new Date(world.clock.now().getTime() + place),
      salt: randomBytes(16),
      suspicion: place % 7 === 3 ? 'device' : null,
    };
  }

  it('each vote of a batch answers what it changed itself, in any batch', async () => {
    const draw = draws(20_261_121);
    const count = new Count(tieRule === 'sharedPlace');
    let lifts = 0;
    for (let turn = 0; turn < 40; turn += 1) {
      world.clock.advance(1000);
      const size = 1 + draw(fans.length);
      const votes = Array.from({ length: size }, () => ({ idolId: String(1 + draw(idols)), num: 1 + draw(4) }));
      const entries = votes.map((vote, place) => entry(vote, fans[place], place));
      const outcomes = await castVotes(world.services.votePool, turn % 3, entries);
      const counted = entries.flatMap(({ suspicion }, place) => (suspicion === null ? [place] : []));
      const promised = counted.map((place) => count.add(votes[place] as Vote));
      expect(counted.map((place) => outcomes[place])).toMatchObject(promised);
      lifts += promised.filter(({ passed }) => passed).length;
      const again = await castVotes(world.services.votePool, turn % 3, entries);
      expect(again).toEqual(outcomes.map((outcome) => ({ ...outcome, verdict: 'repeat' })));
      for (const outcome of outcomes.filter(({ suspicion }) => suspicion !== null)) {
        expect(outcome).toMatchObject({ rankBefore: null, passed: null, lead: null });
      }
    }
    expect(lifts, 'so that something was proven').toBeGreaterThan(20);
  });
});

describe('the answer to a vote', () => {
  let world: World;
  let activityId: string;

  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-11-21T04:00:00Z') });
    ({ activityId } = await world.given.election({ idols, freePerDay: 3 }));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  async function vote(idolId: string, num: number, key: string = randomUUID()) {
    const fan = await world.given.fan({ votes: num });
    world.clock.advance(1000);
    const cast = () => world.call(route, { fan, key, body: { activityId, idolId, num } });
    return { data: (await cast()).data, cast };
  }

  it('names the overtaken idols and the lead, for free and paid votes together, also in a repeat', async () => {
    await vote('1', 20);
    await vote('2', 10);
    await vote('3', 5);
    const { data, cast } = await vote('3', 7);
    expect(data.lift).toEqual({
      before: { rank: 3, votes: 5 },
      after: { rank: 2, votes: 12 },
      passed: ['2'],
      lead: 2,
    });
    expect(data).toMatchObject({ rank: 2, idolVotes: 12 });
    await vote('2', 30);
    expect((await cast()).data).toEqual(data);
  });

  it('says that a tie does not overtake, and that one vote more does', async () => {
    await vote('4', 50);
    const { data: tie } = await vote('5', 50);
    expect(tie.lift?.passed).not.toContain('4');
    expect(tie.lift?.after.rank).toBe(2);
    const { data: more } = await vote('5', 1);
    expect(more.lift).toMatchObject({ before: { rank: 2 }, after: { rank: 1, votes: 51 }, passed: ['4'], lead: 1 });
  });

  it('says the same place twice where nothing has changed', async () => {
    const { data } = await vote('5', 1);
    expect(data.lift).toMatchObject({ before: { rank: 1, votes: 51 }, after: { rank: 1, votes: 52 }, passed: [] });
  });

  it('says of a vote with tickets what it overtook, too', async () => {
    await vote('4', 10);
    const fan = await world.given.fan({ tickets: 10 });
    const body = { activityId, idolId: '4', num: 50, conversion: { tickets: 5, votes: 50 } };
    const cast = () => world.call(route, { fan, key: '6f3c1f0a-7a55-4f7e-9a52-0c2f7d3f5b11', body });
    const { data } = await cast();
    expect(data.lift).toMatchObject({ before: { rank: 1, votes: 60 }, after: { rank: 1, votes: 110 } });
    expect((await cast()).data).toEqual(data);
  });

  it('of twenty fans at once tells each what the own vote changed', async () => {
    const start = (await vote('1', 900)).data.idolVotes;
    const rival = (await vote('2', 1000)).data.idolVotes;
    const num = Math.ceil((rival - start) / 10);
    const fans = await Promise.all(Array.from({ length: 20 }, () => world.given.fan({ votes: num })));
    const replies = await Promise.all(
      fans.map((fan) => world.call(route, { fan, body: { activityId, idolId: '1', num } })),
    );
    for (const { data } of replies) {
      const { before, after } = data.lift ?? { before: { votes: 0 }, after: { votes: 0 } };
      const [wasAhead, isAhead] = [before.votes > rival, after.votes > rival];
      expect(data.lift).toEqual({
        before: { rank: wasAhead ? 1 : 2, votes: after.votes - num },
        after: { rank: isAhead ? 1 : 2, votes: data.idolVotes },
        passed: isAhead && !wasAhead ? ['2'] : [],
        lead: isAhead && !wasAhead ? after.votes - rival : null,
      });
    }
  });
});

it('a vote that is set aside says nothing of places', async () => {
  const scenario = await createQuarantineScenario();
  await using _world = scenario.world;
  const { reply } = await scenario.givenSetAside({ num: 500 });
  expect(reply.data).toMatchObject({ state: 'quarantined' });
  expect(reply.data).not.toHaveProperty('lift');
});

it('nor does one whose count is hidden', async () => {
  const now = new Date('2026-11-21T04:00:00Z');
  await using world = await createWorld({ now });
  const closesAt = new Date(now.getTime() + 30 * 60_000);
  const { activityId } = await world.given.election({ closesAt, freePerDay: 9, rules: { displayFreezeMinutes: 60 } });
  const fan = await world.given.fan();
  const { data } = await world.call(route, { fan, body: { activityId, idolId: '3', num: 5 } });
  expect(data).toMatchObject({ isFrozen: true, state: 'counted' });
  expect(data).not.toHaveProperty('lift');
});
