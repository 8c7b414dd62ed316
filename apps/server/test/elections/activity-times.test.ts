import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import type { TestElection } from '../world/given-election.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const getActivitiesTime = 'POST /task/api/v1/taskItem/getActivitiesTime';
const getActivityTime = 'POST /task/api/v1/taskItem/getActivityTime';
const getActivityInfo = 'POST /task/api/v1/taskItem/getActivityInfo';
const now = new Date('2026-11-21T04:00:00.000Z');
const dayMs = 86_400_000;

let world: World;
let election: TestElection;
beforeAll(async () => {
  world = await createWorld({ now });
  election = await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());

const time = () => ({
  activityId: '1004',
  state: 'open',
  opensAt: election.opensAt.toISOString(),
  closesAt: election.closesAt.toISOString(),
  timeZone: 'Asia/Taipei',
  serverTime: now.toISOString(),
});

const info = () => ({
  ...time(),
  title: 'The election',
  subtitle: 'Seven will sing',
  coverUrl: '/art/v1/covers/cover.svg',
  link: '/vote-activity?activityId=1004',
  rulesLink: '/rule?activityId=1004',
});

describe('the times of an election', () => {
  it('are found by its number, written either way', async () => {
    for (const periods of ['1004', 1004]) {
      const { data } = await world.call(getActivityTime, { body: { periods } });
      expect(data).toEqual(time());
    }
  });

  it('come with its words and ways in the caller’s language', async () => {
    expect((await world.call(getActivityInfo, { body: { periods: '1004' } })).data).toEqual(info());
    const { data } = await world.call(getActivityInfo, { body: { periods: '1004' }, language: 'zh_TW' });
    expect(data).toMatchObject({ title: 'The election（中文）', subtitle: 'Seven will sing（中文）' });
  });

  it('come from memory for any number of readers', async () => {
    const ask = () => world.call(getActivityInfo, { body: { periods: '1004' } });
    await ask();
    // Other caches query activities every second, too; only the catalogue reads this table alone.
    const asked = await countQueries(/from "activity"/, () => Promise.all(Array.from({ length: 40 }, ask)));
    // The catalogue reloads after five seconds, on the next read.
    expect(asked).toBeLessThanOrEqual(1);
  });

  it.each([getActivityTime, getActivityInfo] as const)('of no election are refused: %s', async (route) => {
    const reply = await world.call(route, { body: { periods: '999' } });
    expect(reply).toMatchObject({ status: 200, refusal: 'ACTIVITY_NOT_FOUND' });
    const without = await world.call(route, { body: {} as { periods: string } });
    expect(without).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect(without.message).toContain('periods');
  });
});

describe('the times of a task', () => {
  it('are its own, and those of the election it is about', async () => {
    const [opensAt, endsAt] = [new Date(now.getTime() - dayMs), new Date(now.getTime() + dayMs)];
    const taskId = await givenTask(world, { opensAt, endsAt });
    await world.ownerPool.query('UPDATE task SET activity_id = $1 WHERE id = $2', ['1004', taskId]);
    const { data } = await world.call(getActivitiesTime, { body: { taskId } });
    expect(data).toEqual({
      taskId,
      opensAt: opensAt.toISOString(),
      endsAt: endsAt.toISOString(),
      timeZone: 'Asia/Taipei',
      serverTime: now.toISOString(),
      activity: info(),
    });
  });

  it('are open on both sides of a task that is about none and always there', async () => {
    const taskId = await givenTask(world);
    const { data } = await world.call(getActivitiesTime, { body: { taskId } });
    expect(data).toMatchObject({ opensAt: null, endsAt: null, activity: null });
  });

  it('are refused of a task that is not there, or no more', async () => {
    const retired = await givenTask(world, { retired: true });
    for (const taskId of ['nothing', retired]) {
      expect(await world.call(getActivitiesTime, { body: { taskId } })).toMatchObject({ refusal: 'TASK_NOT_FOUND' });
    }
  });
});

// Last, because it closes the election of this world.
it('an election that is final leads to its result', async () => {
  world.clock.set(new Date(election.closesAt.getTime() + 60_000));
  await world.ownerPool.query('SELECT ledger.close_period(1004, $1)', [world.clock.now()]);
  await expect
    .poll(async () => (await world.call(getActivityInfo, { body: { periods: '1004' } })).data)
    .toMatchObject({ state: 'final', link: '/event-summary?activityId=1004' });
});
