import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { takeFromBudget } from '#/modules/tasks/index.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { givenCheckIn, givenTask } from '../world/given-task.ts';
import { listedTask } from '../world/listed-task.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const noon = new Date('2026-03-10T04:00:00.000Z');

describe('the budget of a task', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.clock.set(noon));

  /** Prepares a task that is claimed without a visit: type 13 is taken on trust. */
  const givenTrusted = (budget: number, reward = 20) => givenTask(world, { typeId: 13, reward, budget });

  async function claimed(taskId: string, fans: number) {
    const crowd = await Promise.all(Array.from({ length: fans }, () => world.given.fan()));
    const replies = await Promise.all(
      crowd.map((fan) => world.call(claim, { fan, body: { taskId }, key: randomUUID() })),
    );
    return { crowd, replies, paid: replies.filter(({ code }) => code === 0).length };
  }

  async function unspentOf(taskId: string): Promise<number> {
    const { rows } = await world.ownerPool.query<{ unspent: number }>(
      'SELECT sum(unspent)::bigint AS unspent FROM task_budget_shard WHERE task_id = $1',
      [taskId],
    );
    return rows[0]?.unspent ?? Number.NaN;
  }

  it('pays the last reward that fits exactly, and refuses the next, which changes nothing', async () => {
    const taskId = await givenTrusted(40);
    expect((await claimed(taskId, 1)).paid).toBe(1);
    expect((await claimed(taskId, 1)).paid).toBe(1);
    expect(await unspentOf(taskId)).toBe(0);
    const late = await world.given.fan({ points: 5 });
    const reply = await changesNothing(world, () =>
      world.call(claim, { fan: late, body: { taskId }, key: randomUUID() }),
    );
    expect(reply).toMatchObject({ status: 200, refusal: 'TASK_SOLD_OUT' });
    expect(await balanceOf(world, late)).toBe(5);
  });

  it('keeps what is less than a reward', async () => {
    const taskId = await givenTrusted(50);
    expect((await claimed(taskId, 3)).paid).toBe(2);
    expect(await unspentOf(taskId)).toBe(10);
  });

  it('is never passed, and spent to the last Point, when forty fans claim at once', async () => {
    const taskId = await givenTrusted(25 * 20);
    const { replies, paid, crowd } = await claimed(taskId, 40);
    expect(paid).toBe(25);
    expect(replies.filter(({ code }) => code !== 0).map(({ refusal }) => refusal)).toEqual(
      Array.from({ length: 15 }, () => 'TASK_SOLD_OUT'),
    );
    expect(await unspentOf(taskId)).toBe(0);
    const balances = await Promise.all(crowd.map((fan) => balanceOf(world, fan)));
    expect(balances.reduce((sum, points) => sum + points, 0)).toBe(500);
  });

  it('refuses the claim that waited for the last reward while another took it', async () => {
    const taskId = await givenTrusted(20);
    const take = { taskId, points: 20 };
    const taken = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const first = world.db.transaction().execute(async (tx) => {
      await takeFromBudget(tx, take);
      taken.resolve();
      await end.promise;
    });
    await taken.promise;
    const second = world.db.transaction().execute((tx) => takeFromBudget(tx, take));
    const refusal = second.catch((error: unknown) => error);
    await waitForLockWaiter(world);
    end.resolve();
    await first;
    expect(await refusal).toMatchObject({ reason: 'TASK_SOLD_OUT' });
    expect(await unspentOf(taskId)).toBe(0);
    // No module has paid what was taken, so it goes back before the invariants look.
    await world.ownerPool.query(
      'UPDATE task_budget_shard SET unspent = unspent + paid_elsewhere, paid_elsewhere = 0 WHERE task_id = $1',
      [taskId],
    );
  });

  it('gives a fan with the key of a refused claim the reward after the budget has grown', async () => {
    const taskId = await givenTrusted(20);
    await claimed(taskId, 1);
    const fan = await world.given.fan();
    const key = randomUUID();
    expect((await world.call(claim, { fan, body: { taskId }, key })).refusal).toBe('TASK_SOLD_OUT');
    await world.ownerPool.query('UPDATE task SET budget = 40 WHERE id = $1', [taskId]);
    expect(await world.call(claim, { fan, body: { taskId }, key })).toMatchObject({ code: 0, data: { points: 20 } });
    expect(await unspentOf(taskId)).toBe(0);
  });

  it('shows as sold out to a fan without a reward of it, in both languages', async () => {
    const taskId = await givenTrusted(20);
    const { crowd } = await claimed(taskId, 1);
    const other = await world.given.fan();
    expect(await listedTask(world, taskId, { fan: other, language: 'zh_TW' })).toMatchObject({
      state: 'stayTuned',
      notice: { reason: 'soldOut', text: '這個獎勵已經發完，點數已全數送出。' },
    });
    expect(await listedTask(world, taskId, {})).toMatchObject({ notice: { reason: 'soldOut' } });
    const winner = await listedTask(world, taskId, { fan: crowd[0] });
    expect(winner).toMatchObject({ state: 'awarded' });
    expect(winner?.notice).toBeUndefined();
  });

  it('that is spent begins no visit', async () => {
    const taskId = await givenTask(world, { reward: 20, budget: 19 });
    const fan = await world.given.fan();
    const reply = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
    expect(reply.refusal).toBe('TASK_SOLD_OUT');
  });

  it('is asked for the day of the streak that a fan would be paid', async () => {
    const taskId = await givenCheckIn(world, { budget: 12 });
    const fan = await world.given.fan();
    expect(await world.call(claim, { fan, body: { taskId } })).toMatchObject({ data: { points: 5 } });
    world.clock.set(new Date('2026-03-11T04:00:00.000Z'));
    // The second day brings 10 and 7 are left; a newcomer's first day would still fit.
    expect(await listedTask(world, taskId, { fan })).toMatchObject({ notice: { reason: 'soldOut' } });
    expect((await world.call(claim, { fan, body: { taskId } })).refusal).toBe('TASK_SOLD_OUT');
    const newcomer = await world.given.fan();
    expect(await world.call(claim, { fan: newcomer, body: { taskId } })).toMatchObject({ data: { points: 5 } });
  });

  it('is what other modules pay from, under the same bound, and gets back what they do not pay after all', async () => {
    const taskId = await givenTrusted(50);
    const payment = world.db.transaction().execute(async (tx) => {
      await takeFromBudget(tx, { taskId, points: 30 });
      await takeFromBudget(tx, { taskId, points: 20 });
      await takeFromBudget(tx, { taskId, points: 1 });
    });
    await expect(payment).rejects.toMatchObject({ reason: 'TASK_SOLD_OUT' });
    expect(await unspentOf(taskId)).toBe(50);
  });

  it('cannot be passed by a direct writer to the tables either', async () => {
    const taskId = await givenTrusted(20);
    const broken = world.pool.query('UPDATE task_budget_shard SET unspent = -1 WHERE task_id = $1', [taskId]);
    await expect(broken).rejects.toMatchObject({ constraint: 'task_budget_never_exceeded' });
    await claimed(taskId, 1);
    const lowered = world.ownerPool.query('UPDATE task SET budget = 19 WHERE id = $1', [taskId]);
    await expect(lowered).rejects.toMatchObject({ constraint: 'task_budget_never_exceeded' });
  });

  it('is found spent by the claims of a task from before there were budgets', async () => {
    const taskId = await givenTrusted(100);
    await world.ownerPool.query('UPDATE task SET budget = NULL WHERE id = $1', [taskId]);
    expect((await claimed(taskId, 3)).paid).toBe(3);
    await world.ownerPool.query('UPDATE task SET budget = 80 WHERE id = $1', [taskId]);
    expect(await unspentOf(taskId)).toBe(20);
    expect((await claimed(taskId, 3)).paid).toBe(1);
  });
});
