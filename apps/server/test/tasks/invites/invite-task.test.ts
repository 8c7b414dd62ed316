import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenInviteTerms, givenNewcomer, vote } from '../../world/given-invite.ts';
import { givenTask } from '../../world/given-task.ts';
import { createWorld, type World } from '../../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const getTasksList = 'POST /task/api/v1/task/getTasksList';
const noon = new Date('2026-03-10T04:00:00.000Z');
const dayMs = 24 * 60 * 60 * 1000;

describe('a task that asks for friends', () => {
  let world: World;
  let inviter: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
    // Open at every time that a test moves to: once the server has closed an election, no earlier time opens it.
    await world.given.election({ freePerDay: 5, closesAt: new Date(noon.getTime() + 8 * dayMs) });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    await givenInviteTerms(world, { reward: 100, mostRewarded: 3 });
    inviter = await world.given.fan();
  });

  const givenInviteTask = async (goal: number, period: 'once' | 'daily' | 'weekly' = 'once') => {
    const taskId = await givenTask(world, { typeId: 35, tab: 'luckyTasks', reward: 50, period, linkTypes: [] });
    await world.ownerPool.query('UPDATE task SET goal = $2 WHERE id = $1', [taskId, goal]);
    return taskId;
  };
  const readTask = async (taskId: string, fan: TestFan | undefined = inviter) => {
    const { data } = await world.call(getTasksList, { fan, body: {} });
    return data.luckyTasks?.find((task) => task.taskId === taskId);
  };
  /** Friends who came by the inviter's code, voted, and were counted by the job. */
  async function friendsVote(count: number): Promise<void> {
    for (let friend = 0; friend < count; friend++) await vote(world, await givenNewcomer(world, inviter));
    await rewardInvites(world.services, world.clock.now());
  }

  it('counts those whose first vote was counted, tells what is pending, and pays at the goal', async () => {
    const taskId = await givenInviteTask(2);
    expect(await readTask(taskId)).toMatchObject({
      kind: 'invite',
      state: 'available',
      progress: { done: 0, total: 2 },
    });
    await givenNewcomer(world, inviter);
    expect(await readTask(taskId)).toMatchObject({
      state: 'available',
      progress: { done: 0, total: 2 },
      pendingPoints: 100,
    });
    await friendsVote(1);
    expect(await readTask(taskId)).toMatchObject({ state: 'available', progress: { done: 1, total: 2 } });
    const early = await changesNothing(world, () => world.call(claim, { fan: inviter, body: { taskId } }));
    expect(early.refusal).toBe('TASK_NOT_DONE');

    await friendsVote(1);
    expect(await readTask(taskId)).toMatchObject({ state: 'completed', progress: { done: 2, total: 2 } });
    const key = randomUUID();
    const { data } = await world.call(claim, { fan: inviter, body: { taskId }, key });
    expect(data).toMatchObject({ points: 50, pointsLeft: 250, state: 'awarded' });
    const repeated = await changesNothing(world, () => world.call(claim, { fan: inviter, body: { taskId }, key }));
    expect(repeated.data).toEqual(data);
    expect(await readTask(taskId)).toMatchObject({ state: 'awarded' });
  });

  it('counts by the day and the week of the occurrence, and no newcomer twice', async () => {
    const [daily, weekly] = [await givenInviteTask(1, 'daily'), await givenInviteTask(2, 'weekly')];
    await friendsVote(1);
    expect(await readTask(daily)).toMatchObject({ state: 'completed' });
    world.clock.set(new Date(noon.getTime() + dayMs));
    expect(await readTask(daily)).toMatchObject({ state: 'available', progress: { done: 0, total: 1 } });
    const late = await changesNothing(world, () => world.call(claim, { fan: inviter, body: { taskId: daily } }));
    expect(late.refusal).toBe('TASK_NOT_DONE');
    await friendsVote(1);
    expect(await readTask(daily)).toMatchObject({ state: 'completed' });
    expect(await readTask(weekly)).toMatchObject({ state: 'completed', progress: { done: 2, total: 2 } });
    world.clock.set(new Date(noon.getTime() + 7 * dayMs));
    expect(await readTask(weekly)).toMatchObject({ state: 'available', progress: { done: 0, total: 2 } });
  });

  it('leaves out friends beyond the inviter’s places, and those of others', async () => {
    const taskId = await givenInviteTask(4);
    await friendsVote(4);
    expect(await readTask(taskId)).toMatchObject({ state: 'available', progress: { done: 3, total: 4 } });
    expect(await readTask(taskId, await world.given.fan())).toMatchObject({ progress: { done: 0, total: 4 } });
    const { data } = await world.call(getTasksList, {});
    expect(data.luckyTasks?.find((task) => task.taskId === taskId)).toMatchObject({ state: 'available' });
  });

  it('pays once for concurrent claims', async () => {
    const taskId = await givenInviteTask(1);
    await friendsVote(1);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.call(claim, { fan: inviter, body: { taskId }, key: randomUUID() })),
    );
    expect(replies.filter((reply) => reply.code === 0)).toHaveLength(1);
    expect(await balanceOf(world, inviter)).toBe(150);
  });

  it.each([
    ['a goal of another type', `UPDATE task SET goal = 2 WHERE type_id = 36`, 'task_goal_is_of_an_invite'],
    ['an unknown type', `UPDATE task SET type_id = 99 WHERE type_id = 36`, 'task_type_is_known'],
  ])('is held to its shape by the table: %s', async (_, statement, constraint) => {
    await givenTask(world);
    await expect(world.ownerPool.query(statement)).rejects.toThrow(constraint);
  });
});
