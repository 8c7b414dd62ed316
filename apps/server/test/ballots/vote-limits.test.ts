import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import { createWorld, type World } from '../world/world.ts';
import {
  activityId,
  beforeThat,
  closesAt,
  hourMs,
  minutesToClose,
  voteRoute,
  voting,
  worldWith,
} from './given-limits.ts';

describe('an account that is too young', () => {
  let world: World;
  beforeAll(async () => {
    world = await worldWith({ now: new Date('2026-11-20T00:00:00Z'), rules: { minAccountAgeHours: 24 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('votes from the exact millisecond of the required age, and sees that time before', async () => {
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 5 });
    const oldEnough = new Date(world.clock.now().getTime() + 24 * hourMs);
    expect(await left(fan)).toMatchObject({ mayVoteFrom: oldEnough.toISOString() });
    world.clock.set(beforeThat(oldEnough));
    const reply = await changesNothing(world, () => vote(fan, 1));
    expect(reply).toMatchObject({ status: 200, refusal: 'ACCOUNT_TOO_YOUNG' });
    expect(reply.message).toBe(
      'Accounts can vote here 24 hours after signing up. Yours can from November 21st, 08:00 (Taipei).',
    );
    const body = { activityId, idolId: '1', num: 1 };
    expect((await world.call(voteRoute, { fan, body, language: 'zh_TW' })).message).toBe(
      '註冊滿 24 小時的帳號才能投票，你的帳號從 11月21日 08:00（台北時間）起可以投票。',
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

  it('lets a fan cast exactly the allowed number, and shows that number', async () => {
    const { vote, left } = voting(world);
    const fan = await world.given.fan({ votes: 100 });
    expect(await left(fan)).toMatchObject({ paidShare: 15 });
    const reply = await changesNothing(world, () => vote(fan, 16));
    expect(reply).toMatchObject({
      refusal: 'PAID_SHARE_REACHED',
      message: 'At most 80% of your votes in a day can be other than free ones. You can cast 15 more votes today.',
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

  it('restarts at the midnight of the activity, which is shown before', async () => {
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
  it('return the votes that all limits together leave, with any of them as the reason', async () => {
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
