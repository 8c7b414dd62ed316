import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rules } from '#/modules/content/rule-document.ts';
import { castVotes } from '#/modules/ballots/votes.store.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const route = 'POST /activity/api/v1/vote/doVote';
const activityId = '1004';
const hourMs = 3_600_000;
/** The closing second of every election here, at eight in the evening in Taipei. */
const closesAt = new Date('2026-11-21T12:00:00Z');

type Wishes = { readonly now: Date; readonly freePerDay?: number; readonly rules: Partial<Rules> };

async function worldWith({ now, freePerDay = 0, rules }: Wishes): Promise<World> {
  const world = await createWorld({ now });
  await world.given.election({ opensAt: new Date('2026-11-19T00:00:00Z'), closesAt, freePerDay, rules });
  return world;
}

function voting(world: World) {
  return {
    vote: (fan: TestFan, num: number, key?: string) =>
      world.call(route, { fan, body: { activityId, idolId: '1', num }, ...(key && { key }) }),
    left: async (fan: TestFan) => {
      const query = { activityId };
      const { data } = await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query });
      return { ...data.left, mayVoteFrom: data.mayVoteFrom };
    },
  };
}

const minutesToClose = (minutes: number) => new Date(closesAt.getTime() - minutes * 60_000);
const beforeThat = (at: Date) => new Date(at.getTime() - 1);

describe('an account that is too young', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldWith({ now: new Date('2026-11-20T00:00:00Z'), rules: { minAccountAgeHours: 24 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('votes from the very millisecond at which it is old enough, and sees beforehand when that is', async () => {
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 5 });
    const oldEnough = new Date(world.clock.now().getTime() + 24 * hourMs);
    expect(await left(fan)).toMatchObject({ mayVoteFrom: oldEnough.toISOString() });
    world.clock.set(beforeThat(oldEnough));
    const reply = await changesNothing(world, () => vote(fan, 1));
    expect(reply).toMatchObject({ status: 200, refusal: 'ACCOUNT_TOO_YOUNG' });
    expect(reply.message).toBe(
      'Accounts vote here from 24 hours after they were made. Yours can from Nov 21, 8:00 AM (Asia/Taipei).',
    );
    const body = { activityId, idolId: '1', num: 1 };
    expect((await world.call(route, { fan, body, language: 'zh_TW' })).message).toBe(
      '註冊滿 24 小時的帳號才能投票，您的帳號從 11月21日 上午8:00 (Asia/Taipei) 起可以投票。',
    );
    world.clock.set(oldEnough);
    expect(await left(fan)).toMatchObject({ mayVoteFrom: null });
    expect((await vote(fan, 1)).code).toBe(0);
  });

  it('is refused forty times at once', async () => {
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 40 });
    const replies = await changesNothing(world, () => Promise.all(Array.from({ length: 40 }, () => vote(fan, 1))));
    expect(new Set(replies.map(({ refusal }) => refusal))).toEqual(new Set(['ACCOUNT_TOO_YOUNG']));
  });
});

describe('the share that paid votes may have in a day', () => {
  let world: World;
  beforeAll(async () => {
    // Beside three free votes, twelve others are 80 percent.
    const now = new Date('2026-11-20T10:00:00Z');
    world = await worldWith({ now, freePerDay: 3, rules: { paidShareMaxPercent: 80 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('lets a fan cast exactly as many as it allows, and tells how many those are', async () => {
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    expect(await left(fan)).toMatchObject({ paidShare: 15 });
    const reply = await changesNothing(world, () => vote(fan, 16));
    expect(reply).toMatchObject({
      refusal: 'PAID_SHARE_REACHED',
      message:
        'At most 80% of the votes you cast in a day may be other than free ones. You can cast 15 more votes today.',
    });
    expect((await vote(fan, 15)).data.remaining).toBe(88);
    expect(await left(fan)).toMatchObject({ paidShare: 0 });
    expect((await changesNothing(world, () => vote(fan, 1))).refusal).toBe('PAID_SHARE_REACHED');
  });

  it('holds over several votes as over one', async () => {
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    await vote(fan, 2);
    await vote(fan, 6);
    expect(await left(fan)).toMatchObject({ paidShare: 7 });
    expect((await vote(fan, 8)).refusal).toBe('PAID_SHARE_REACHED');
    expect((await vote(fan, 7)).code).toBe(0);
  });

  it('always lets free votes be cast', async () => {
    const { vote } = voting(world);
    const fan = await world.given.fan();
    expect((await vote(fan, 3)).code).toBe(0);
  });

  it('holds for forty at once', async () => {
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, 1)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(15);
    expect(replies.filter(({ refusal }) => refusal === 'PAID_SHARE_REACHED')).toHaveLength(25);
  });

  it('answers a repeat as the first time after nothing is left', async () => {
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    const key = randomUUID();
    const first = await vote(fan, 15, key);
    expect((await changesNothing(world, () => vote(fan, 15, key))).data).toEqual(first.data);
  });

  it('begins anew at the midnight of the activity, which is shown beforehand', async () => {
    await using midnight = await worldWith({
      now: new Date('2026-11-20T15:59:59.999Z'),
      freePerDay: 3,
      rules: { paidShareMaxPercent: 80 },
    });
    const { vote } = voting(midnight);
    const fan = await midnight.given.fan({ votes: 100 });
    expect((await vote(fan, 15)).code).toBe(0);
    expect((await vote(fan, 1)).refusal).toBe('PAID_SHARE_REACHED');
    const dayEndsAt = async () => {
      const { data } = await midnight.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query: { activityId } });
      return data.dayEndsAt;
    };
    expect(await dayEndsAt()).toBe('2026-11-20T16:00:00.000Z');
    midnight.clock.advance(1);
    expect(await dayEndsAt()).toBe('2026-11-21T16:00:00.000Z');
    expect((await vote(fan, 15)).code).toBe(0);
  });
});

describe('several limits at once', () => {
  it('tell what all of them together leave, whichever refuses', async () => {
    await using world = await createWorld({ now: minutesToClose(5) });
    await world.given.election({
      opensAt: new Date('2026-11-19T00:00:00Z'),
      closesAt,
      freePerDay: 1,
      dailyCap: 12,
      rules: { paidShareMaxPercent: 75, endingLimits: [{ withinMinutes: 10, votes: 9 }] },
    });
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    for (const [num, refusal] of [
      [13, 'DAILY_CAP_REACHED'],
      [10, 'ENDING_LIMIT_REACHED'],
      [5, 'PAID_SHARE_REACHED'],
    ] as const) {
      const reply = await changesNothing(world, () => vote(fan, num));
      expect(reply.refusal).toBe(refusal);
      expect(reply.message).toMatch(/\b4 more votes\b/);
    }
    expect((await vote(fan, 4)).code).toBe(0);
  });
});

describe('limits near the end', () => {
  const endingLimits = [
    { withinMinutes: 60, votes: 20 },
    { withinMinutes: 10, votes: 5 },
  ];

  it('begin at their minute, each with votes of its own, and tell how many are left until when', async () => {
    await using world = await worldWith({ now: beforeThat(minutesToClose(60)), rules: { endingLimits } });
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    expect(await left(fan)).toMatchObject({ ending: null });
    expect((await vote(fan, 100)).code).toBe(0);

    world.clock.set(minutesToClose(60));
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: minutesToClose(10).toISOString() } });
    expect(await changesNothing(world, () => vote(fan, 21))).toMatchObject({
      refusal: 'ENDING_LIMIT_REACHED',
      message: 'Voting is near its end and limited. You can cast 20 more votes until Nov 21, 7:50 PM (Asia/Taipei).',
    });
    expect((await vote(fan, 19)).code).toBe(0);
    expect((await vote(fan, 2)).message).toContain('1 more vote until');
    expect((await vote(fan, 1)).code).toBe(0);

    world.clock.set(beforeThat(minutesToClose(10)));
    expect((await changesNothing(world, () => vote(fan, 1))).refusal).toBe('ENDING_LIMIT_REACHED');
    world.clock.set(minutesToClose(10));
    expect(await left(fan)).toMatchObject({ ending: { votes: 5, until: closesAt.toISOString() } });
    expect((await vote(fan, 6)).refusal).toBe('ENDING_LIMIT_REACHED');
    expect((await vote(fan, 5)).code).toBe(0);
    expect((await vote(fan, 1)).message).toContain('0 more votes until Nov 21, 8:00 PM');
    world.clock.set(closesAt);
    expect((await vote(fan, 1)).refusal).toBe('VOTING_ENDED');
  });

  it('hold for forty at once', async () => {
    await using world = await worldWith({ now: minutesToClose(60), rules: { endingLimits } });
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => vote(fan, 1)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(20);
    expect(replies.filter(({ refusal }) => refusal === 'ENDING_LIMIT_REACHED')).toHaveLength(20);
  });

  it('answer a repeat of a vote from before as the first time', async () => {
    await using world = await worldWith({ now: beforeThat(minutesToClose(60)), rules: { endingLimits } });
    const { vote } = voting(world);
    const fan = await world.given.fan({ votes: 1000 });
    const key = randomUUID();
    const first = await vote(fan, 500, key);
    world.clock.set(minutesToClose(5));
    expect((await changesNothing(world, () => vote(fan, 500, key))).data).toEqual(first.data);
  });

  it('count a vote that was received earlier but written later to the later stretch', async () => {
    await using world = await worldWith({ now: minutesToClose(30), rules: { endingLimits } });
    const fan = await world.given.fan({ votes: 100 });
    const { rows } = await world.ownerPool.query<{ pool: number }>(
      `SELECT pool FROM candidate_tally WHERE idol_id = '1'`,
    );
    const write = async (num: number, receivedAt: Date) => {
      const [outcome] = await castVotes(world.services.votePool, 1, [
        {
          period: Number(activityId),
          round: 1,
          key: randomUUID(),
          fanId: fan.id,
          pool: rows[0]?.pool ?? Number.NaN,
          num,
          receivedAt,
          salt: Buffer.alloc(16, 1),
          joinedAt: fan.joinedAt,
          suspicion: null,
        },
      ]);
      return { verdict: outcome?.verdict, balance: outcome?.balance };
    };
    expect(await write(3, minutesToClose(10))).toEqual({ verdict: 'cast', balance: 97 });
    expect(await write(3, beforeThat(minutesToClose(10)))).toEqual({ verdict: 'overEndingLimit', balance: 2 });
    expect(await write(2, beforeThat(minutesToClose(10)))).toEqual({ verdict: 'cast', balance: 95 });
    expect(await write(1, minutesToClose(10))).toEqual({ verdict: 'overEndingLimit', balance: 0 });
  });

  it('go on over midnight, where the daily cap begins anew', async () => {
    const midnight = new Date('2026-11-21T16:00:00Z');
    const world = await createWorld({ now: beforeThat(midnight) });
    try {
      await world.given.election({
        opensAt: new Date('2026-11-20T00:00:00Z'),
        closesAt: new Date(midnight.getTime() + 30 * 60_000),
        dailyCap: 15,
        rules: { endingLimits: [{ withinMinutes: 60, votes: 20 }] },
      });
      const { vote } = voting(world);
      const fan = await world.given.fan({ votes: 100 });
      expect((await vote(fan, 15)).code).toBe(0);
      expect((await vote(fan, 1)).refusal).toBe('DAILY_CAP_REACHED');
      world.clock.set(midnight);
      expect((await vote(fan, 6)).refusal).toBe('ENDING_LIMIT_REACHED');
      expect((await vote(fan, 5)).code).toBe(0);
    } finally {
      await world[Symbol.asyncDispose]();
    }
  });

  it('limit every round anew, and not what lies between', async () => {
    const noon = new Date('2026-11-20T12:00:00Z');
    const rounds = [
      { opensAt: '2026-11-19T00:00:00.000Z', closesAt: noon.toISOString(), goOn: 2, carries: false },
      { opensAt: '2026-11-20T13:00:00.000Z', closesAt: closesAt.toISOString(), goOn: null, carries: false },
    ];
    await using world = await worldWith({
      now: beforeThat(noon),
      rules: { rounds, endingLimits: [{ withinMinutes: 60, votes: 20 }] },
    });
    const { left, vote } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: noon.toISOString() } });
    expect((await vote(fan, 20)).code).toBe(0);
    expect((await changesNothing(world, () => vote(fan, 1))).refusal).toBe('ENDING_LIMIT_REACHED');
    world.clock.set(noon);
    expect(await left(fan)).toMatchObject({ ending: null });

    world.clock.set(new Date('2026-11-20T13:00:00Z'));
    await expect.poll(async () => (await vote(fan, 30)).code).toBe(0);
    world.clock.set(minutesToClose(60));
    expect(await left(fan)).toMatchObject({ ending: { votes: 20, until: closesAt.toISOString() } });
    expect((await changesNothing(world, () => vote(fan, 21))).refusal).toBe('ENDING_LIMIT_REACHED');
    expect((await vote(fan, 20)).code).toBe(0);
    expect((await vote(fan, 1)).refusal).toBe('ENDING_LIMIT_REACHED');
  });
});
