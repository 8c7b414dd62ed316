import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, givenEnvelopeDraw, points } from '../world/given-luck.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 60 * 60_000;
const drawCall = 'POST /activity/api/v1/packet/drawRedEnvelopes';
const countCall = 'POST /activity/api/v1/packet/drawRedEnvelopesCount';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(noon);
  fan = await world.given.fan({ points: 1000, votes: 100 });
  world.time.forget();
});

const detail = async (activityId: string, caller: TestFan | null = fan) => {
  world.time.forget();
  const asker = caller ? { fan: caller } : {};
  return (await world.call('GET /activity/api/v1/packet/getActivityDetail', { ...asker, query: { activityId } })).data;
};

describe('red-envelope draws', () => {
  const draw = (activityId: string, caller = fan, key = randomUUID()) =>
    world.call(drawCall, { fan: caller, body: { activityId }, key });
  const attempts = async (activityId: string, caller = fan) => {
    world.time.forget();
    return (await world.call(countCall, { fan: caller, body: { activityId } })).data;
  };
  const vote = (num: number, caller = fan) =>
    world.call('POST /activity/api/v1/vote/doVote', { fan: caller, body: { activityId: '1004', idolId: '1', num } });

  it('are drawn with attempts that votes earn, up to the most', async () => {
    const drawId = await givenEnvelopeDraw(world);
    expect(await attempts(drawId)).toEqual({
      left: 0,
      earnedBy: [
        { by: 'checkIn', each: 1, earned: 0, most: 1 },
        { by: 'task', each: 2, earned: 0, most: 2 },
        { by: 'vote', each: 10, earned: 0, most: 3 },
      ],
      nextAt: '2026-03-10T16:00:00.000Z',
    });
    const attemptRules = [
      { by: 'checkIn', each: 1, most: 1 },
      { by: 'task', each: 2, most: 2 },
      { by: 'vote', each: 10, most: 3 },
    ];
    expect(await detail(drawId, null)).toMatchObject({ attempts: null, attemptRules });
    await vote(45);
    expect(await attempts(drawId)).toMatchObject({ left: 3 });
    const { data } = await draw(drawId);
    expect(data).toMatchObject({ amount: 5, left: 2, remaining: 1005, prize: { prizeId: 'few', nonce: 1 } });
    expect(await balanceOf(world, fan)).toBe(1005);
    expect(await attempts(drawId)).toMatchObject({ left: 2 });
  });

  it('are drawn with attempts that a check-in and tasks earn', async () => {
    const drawId = await givenEnvelopeDraw(world);
    const claim = (taskId: string) =>
      world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    await claim(await givenTask(world, { typeId: 2, period: 'daily', streakRewards: [1, 1, 1, 1, 1, 1, 1] }));
    expect(await attempts(drawId)).toMatchObject({ left: 1 });
    const visit = await givenTask(world, { typeId: 13 });
    await claim(visit);
    // Two tasks earn one.
    expect(await attempts(drawId)).toMatchObject({ left: 1 });
  });

  it('restart at the platform’s midnight', async () => {
    const drawId = await givenEnvelopeDraw(world, { lastsMs: 48 * hourMs });
    await vote(10);
    await draw(drawId);
    world.clock.set(new Date('2026-03-10T15:59:59.999Z'));
    expect((await draw(drawId)).refusal).toBe('ATTEMPTS_USED_UP');
    world.clock.set(new Date('2026-03-10T16:00:00.000Z'));
    expect(await attempts(drawId)).toMatchObject({ left: 0, nextAt: '2026-03-11T16:00:00.000Z' });
    await vote(10);
    expect((await draw(drawId)).code).toBe(0);
  });

  it('refuse a fan without attempts and change nothing', async () => {
    const drawId = await givenEnvelopeDraw(world);
    const reply = await changesNothing(world, () => draw(drawId));
    expect(reply).toMatchObject({
      refusal: 'ATTEMPTS_USED_UP',
      message: 'You’re out of draws. Earn more before March 11th, 00:00 (Taipei).',
    });
  });

  it.each<[string, Parameters<typeof givenEnvelopeDraw>[1], number, string]>([
    ['before it opens', { opensInMs: 1 }, 0, 'CAMPAIGN_NOT_OPEN'],
    ['at its end', {}, hourMs, 'CAMPAIGN_ENDED'],
    ['from another region', { regions: ['TW'] }, 0, 'LUCK_REGION_CLOSED'],
    ['with an account that is too young', { minAccountAgeHours: 24 }, 0, 'LUCK_ACCOUNT_TOO_YOUNG'],
  ])('refuse a fan %s and change nothing', async (_, options, afterMs, refusal) => {
    const drawId = await givenEnvelopeDraw(world, options);
    await vote(10);
    world.clock.set(new Date(noon.getTime() + afterMs));
    expect(await changesNothing(world, () => draw(drawId))).toMatchObject({ refusal });
  });

  it('refuse anything but a red-envelope draw and change nothing', async () => {
    for (const activityId of ['none', await givenBox(world)]) {
      expect(await changesNothing(world, () => draw(activityId))).toMatchObject({ refusal: 'CAMPAIGN_NOT_FOUND' });
      world.time.forget();
      expect(await world.call(countCall, { fan, body: { activityId } })).toMatchObject({
        refusal: 'CAMPAIGN_NOT_FOUND',
      });
    }
  });

  it('are sold out after the last prize', async () => {
    const drawId = await givenEnvelopeDraw(world, { prizes: [points('few', 5, 1)] });
    await vote(20);
    await draw(drawId);
    expect(await changesNothing(world, () => draw(drawId))).toMatchObject({ refusal: 'CAMPAIGN_SOLD_OUT' });
    expect(await detail(drawId)).toMatchObject({ kind: 'envelope', state: 'soldOut', left: 0 });
  });

  it('use each attempt once when 40 draws come at once', async () => {
    const drawId = await givenEnvelopeDraw(world);
    await vote(30);
    const replies = await Promise.all(Array.from({ length: 40 }, () => draw(drawId)));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(3);
    expect(await balanceOf(world, fan)).toBe(1015);
  });

  it('answer a repeat of a key with the first answer, and refuse the key for another draw', async () => {
    const [drawId, other] = [await givenEnvelopeDraw(world), await givenEnvelopeDraw(world)];
    await vote(20);
    const key = randomUUID();
    const first = await draw(drawId, fan, key);
    expect((await changesNothing(world, () => draw(drawId, fan, key))).data).toEqual(first.data);
    expect(await draw(other, fan, key)).toMatchObject({ refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });
});
