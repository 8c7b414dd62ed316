import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenTask, type TaskOptions } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const noon = new Date('2026-03-10T04:00:00.000Z');
const searchLinks = ['rankSearch', 'homepage', 'channel'] as const;

describe('claiming the reward of a task', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan({ points: 100 });
  });

  /** Prepares a task whose visit has lasted long enough. */
  async function givenVisited(options: TaskOptions = {}): Promise<string> {
    const taskId = await givenTask(world, { reward: 20, dwellSeconds: 15, ...options });
    await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(15_000);
    return taskId;
  }

  it('pays the fan when the visit has lasted long enough', async () => {
    const taskId = await givenVisited();
    const reply = await world.call(claim, { fan, body: { taskId } });
    expect(reply).toMatchObject({ code: 0, data: { taskId, points: 20, pointsLeft: 120, state: 'awarded' } });
    expect(await balanceOf(world, fan)).toBe(120);
  });

  it.each([36, 38, 42, 54, 55, 56, 62, 75, 85, 88])('of type %i needs its page to be viewed', async (typeId) => {
    const taskId = await givenTask(world, { typeId });
    const early = await changesNothing(world, () => world.call(claim, { fan, body: { taskId } }));
    expect(early.refusal).toBe('TASK_NOT_DONE');
    await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(15_000);
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0 });
  });

  it('of type 13 needs no confirmed view', async () => {
    const taskId = await givenTask(world, { typeId: 13, dwellSeconds: 60 });
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0, data: { pointsLeft: 120 } });
  });

  it.each([15, 23, 25])('of search type %i needs every link, each for its time', async (typeId) => {
    const taskId = await givenTask(world, { typeId, dwellSeconds: 15 });
    for (const linkType of searchLinks) {
      expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ refusal: 'TASK_NOT_DONE' });
      await world.call(confirmView, { fan, body: { taskId, linkType } });
      world.clock.advance(10_000);
    }
    const early = await changesNothing(world, () => world.call(claim, { fan, body: { taskId } }));
    expect(early).toMatchObject({ refusal: 'TASK_VISIT_TOO_SHORT' });
    expect(early.message).toContain(' 5 ');
    world.clock.advance(5_000);
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0 });
  });

  it('says how long a visit must still last, and changes nothing', async () => {
    const taskId = await givenTask(world, { dwellSeconds: 15 });
    await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(14_999);
    const reply = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, language: 'zh_TW' }));
    expect(reply).toMatchObject({ refusal: 'TASK_VISIT_TOO_SHORT', message: '請在頁面上再停留 1 秒。' });
  });

  it.each<[string, TaskOptions, string]>([
    ['that content has retired', { retired: true }, 'TASK_NOT_FOUND'],
    ['before it opens', { opensAt: new Date(noon.getTime() + 1) }, 'TASK_NOT_OPEN'],
    ['that is done at X by a fan who has not linked it', { typeId: 8, tab: 'twitterTasks' }, 'SOCIAL_NOT_BOUND'],
    ['that asks to link Discord by a fan who has not', { typeId: 102, tab: 'discordTasks' }, 'SOCIAL_NOT_BOUND'],
    ['that has no way to be done', { typeId: 49, tab: 'luckyTasks' }, 'TASK_NOT_OPEN'],
    ['that was not begun', {}, 'TASK_NOT_DONE'],
  ])('refuses a task %s and changes nothing', async (_, options, refusal) => {
    const taskId = await givenTask(world, options);
    const reply = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, key: randomUUID() }));
    expect(reply).toMatchObject({ status: 200, refusal });
  });

  it('refuses a task that has ended, by the time the claim was received, and changes nothing', async () => {
    const taskId = await givenVisited({ endsAt: new Date(noon.getTime() + 15_000) });
    const late = await changesNothing(world, () => world.call(claim, { fan, body: { taskId } }));
    expect(late.refusal).toBe('TASK_ENDED');
    world.clock.advance(-1);
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_VISIT_TOO_SHORT');
  });

  it('refuses a task that does not exist, and an anonymous caller, and changes nothing', async () => {
    const unknown = await changesNothing(world, () => world.call(claim, { fan, body: { taskId: 'none' } }));
    expect(unknown.refusal).toBe('TASK_NOT_FOUND');
    const anonymous = await changesNothing(world, () => world.call(claim, { body: { taskId: 'none' } }));
    expect(anonymous).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
  });

  it('does not take the visit of another fan for this one', async () => {
    const taskId = await givenVisited();
    const stranger = await world.given.fan();
    expect((await world.call(claim, { fan: stranger, body: { taskId } })).refusal).toBe('TASK_NOT_DONE');
  });

  it('refuses a second claim with a new key and changes nothing', async () => {
    const taskId = await givenVisited();
    await world.call(claim, { fan, body: { taskId }, key: randomUUID() });
    const again = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, key: randomUUID() }));
    expect(again.refusal).toBe('TASK_ALREADY_AWARDED');
  });

  it('answers a replay with the first answer and pays once', async () => {
    const taskId = await givenVisited();
    const key = uuidV7(world.clock.now());
    const first = await world.call(claim, { fan, body: { taskId }, key });
    world.clock.advance(60_000);
    const replay = await changesNothing(world, () => world.call(claim, { fan, body: { taskId }, key }));
    expect(first.code).toBe(0);
    expect(replay).toMatchObject({ code: 0, data: first.data });
  });

  it('refuses a key that was used for another task, and changes nothing', async () => {
    const [one, other] = [await givenVisited(), await givenVisited()];
    const key = randomUUID();
    await world.call(claim, { fan, body: { taskId: one }, key });
    const reply = await changesNothing(world, () => world.call(claim, { fan, body: { taskId: other }, key }));
    expect(reply).toMatchObject({ status: 409, refusal: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('pays once for concurrent claims with separate keys', async () => {
    const taskId = await givenVisited();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.call(claim, { fan, body: { taskId }, key: randomUUID() })),
    );
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(replies.filter((reply) => reply.refusal === 'TASK_ALREADY_AWARDED')).toHaveLength(39);
    expect(await balanceOf(world, fan)).toBe(120);
  });

  it('pays once and answers alike when the same claim arrives forty times at once', async () => {
    const taskId = await givenVisited();
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.call(claim, { fan, body: { taskId }, key })),
    );
    expect(new Set(replies.map((reply) => JSON.stringify(reply.data))).size).toBe(1);
    expect(replies[0]).toMatchObject({ code: 0, data: { pointsLeft: 120 } });
    expect(await balanceOf(world, fan)).toBe(120);
  });

  it('pays every fan of a crowd that claims at once', async () => {
    const taskId = await givenTask(world, { typeId: 13, reward: 20 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => world.given.fan()));
    const replies = await Promise.all(fans.map((one) => world.call(claim, { fan: one, body: { taskId } })));
    expect(replies.map((reply) => reply.data.pointsLeft)).toEqual(fans.map(() => 20));
  });

  it.each([
    ['daily', '2026-03-10T15:59:59.999Z', '2026-03-10T16:00:00.000Z'],
    ['weekly', '2026-03-15T15:59:59.999Z', '2026-03-15T16:00:00.000Z'],
  ] as const)('pays a %s task again in its next occurrence, and not a moment before', async (period, last, next) => {
    const taskId = await givenVisited({ period });
    await world.call(claim, { fan, body: { taskId } });
    world.clock.set(new Date(last));
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_ALREADY_AWARDED');
    world.clock.set(new Date(next));
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_NOT_DONE');
    await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(15_000);
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ code: 0, data: { pointsLeft: 140 } });
  });

  it('never pays a task that is done once a second time', async () => {
    const taskId = await givenVisited({ period: 'once' });
    await world.call(claim, { fan, body: { taskId } });
    world.clock.advance(20 * 24 * 60 * 60 * 1000);
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_ALREADY_AWARDED');
  });
});
