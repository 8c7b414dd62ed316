import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenCheckIn, givenTask, type TaskOptions } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const noon = new Date('2026-03-10T04:00:00.000Z');
const secondsAfterNoon = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

describe('confirming a view', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    fan = await world.given.fan();
  });

  it('begins the visit by the clock of the server', async () => {
    const taskId = await givenTask(world, { dwellSeconds: 15 });
    expect(await world.call(confirmView, { fan, body: { taskId } })).toMatchObject({
      code: 0,
      data: {
        taskId,
        linkType: 'page',
        viewedAt: noon.toISOString(),
        claimableAt: secondsAfterNoon(15).toISOString(),
        dwellSeconds: 15,
      },
    });
  });

  it('keeps the time of the first view when a fan looks again', async () => {
    const taskId = await givenTask(world);
    const first = await world.call(confirmView, { fan, body: { taskId } });
    world.clock.set(secondsAfterNoon(9));
    const again = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
    expect(again.data).toEqual(first.data);
  });

  it('keeps one view of concurrent ones', async () => {
    const taskId = await givenTask(world);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => world.call(confirmView, { fan, body: { taskId } })),
    );
    expect(new Set(replies.map((reply) => reply.data.viewedAt))).toEqual(new Set([noon.toISOString()]));
    expect(await visitsOf(taskId)).toHaveLength(1);
  });

  it('gives each link of a search a separate time', async () => {
    const taskId = await givenTask(world, { typeId: 23, dwellSeconds: 30 });
    const linkTypes = ['rankSearch', 'homepage', 'channel'] as const;
    for (const [index, linkType] of linkTypes.entries()) {
      world.clock.set(secondsAfterNoon(index));
      const { data } = await world.call(confirmView, { fan, body: { taskId, linkType } });
      expect(data).toMatchObject({ linkType, claimableAt: secondsAfterNoon(index + 30).toISOString() });
    }
  });

  it('restarts in the next occurrence of a daily task', async () => {
    const taskId = await givenTask(world, { period: 'daily' });
    await world.call(confirmView, { fan, body: { taskId } });
    const nextDay = new Date('2026-03-10T16:00:00.000Z');
    world.clock.set(nextDay);
    const { data } = await world.call(confirmView, { fan, body: { taskId } });
    expect(data.viewedAt).toBe(nextDay.toISOString());
    expect(await visitsOf(taskId)).toEqual(['2026-03-10', '2026-03-11']);
  });

  it('of type 13 asks for no time', async () => {
    const taskId = await givenTask(world, { typeId: 13, dwellSeconds: 60 });
    const { data } = await world.call(confirmView, { fan, body: { taskId } });
    expect(data).toMatchObject({ dwellSeconds: 0, claimableAt: noon.toISOString() });
  });

  it.each<[string, TaskOptions, string]>([
    ['a task that content has retired', { retired: true }, 'TASK_NOT_FOUND'],
    ['a task before it opens', { opensAt: secondsAfterNoon(1) }, 'TASK_NOT_OPEN'],
    ['a task at its end', { opensAt: secondsAfterNoon(-9), endsAt: noon }, 'TASK_ENDED'],
    ['a task that is done at X', { typeId: 9, tab: 'twitterTasks' }, 'TASK_LINK_UNKNOWN'],
    ['a kind of task that has no way to be done', { typeId: 16, tab: 'promotionalTasks' }, 'TASK_NOT_OPEN'],
    ['a link that the task does not have', { typeId: 15 }, 'TASK_LINK_UNKNOWN'],
  ])('refuses %s and changes nothing', async (_, options, refusal) => {
    const taskId = await givenTask(world, options);
    const reply = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
    expect(reply).toMatchObject({ status: 200, refusal });
  });

  it('refuses a task that does not exist and changes nothing', async () => {
    const reply = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId: 'none' } }));
    expect(reply.refusal).toBe('TASK_NOT_FOUND');
  });

  it('refuses a check-in, which has no link, and changes nothing', async () => {
    const taskId = await givenCheckIn(world);
    const reply = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
    expect(reply.refusal).toBe('TASK_LINK_UNKNOWN');
  });

  it('refuses a task that was awarded and changes nothing', async () => {
    const taskId = await givenTask(world, { typeId: 13 });
    await world.call(claim, { fan, body: { taskId } });
    const reply = await changesNothing(world, () => world.call(confirmView, { fan, body: { taskId } }));
    expect(reply.refusal).toBe('TASK_ALREADY_AWARDED');
  });

  it('refuses an anonymous caller and an unknown link type', async () => {
    const taskId = await givenTask(world);
    expect(await world.call(confirmView, { body: { taskId } })).toMatchObject({ status: 401 });
    const linkType = 'sideDoor' as 'page';
    expect(await world.call(confirmView, { fan, body: { taskId, linkType } })).toMatchObject({ status: 422 });
  });

  async function visitsOf(taskId: string): Promise<string[]> {
    const rows = await world.db
      .selectFrom('task_visit')
      .select('occurrence')
      .where('task_id', '=', taskId)
      .where('fan_id', '=', fan.id)
      .orderBy('occurrence')
      .execute();
    return rows.map((row) => row.occurrence);
  }
});
