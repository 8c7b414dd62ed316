import { searchLinkTypes, taskKinds, taskTypes } from '@lightstick/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenCheckIn, givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const getTasksList = 'POST /task/api/v1/task/getTasksList';

const everyType = taskKinds.flatMap((kind) => taskTypes[kind].map((typeId) => ({ typeId, kind })));
const searchTypes: readonly number[] = searchLinkTypes;
const confirmedTypes = taskTypes.visit.filter((typeId) => typeId !== 13);

describe('every type of task', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld();
    fan = await world.given.fan();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const pay = (taskId: string) => world.call(claim, { fan, body: { taskId } });
  async function refusalOf(taskId: string) {
    const { refusal } = await changesNothing(world, () => pay(taskId));
    return refusal;
  }

  it.each(everyType)('$typeId can be a task, and is shown as $kind', async ({ typeId, kind }) => {
    const taskId = await (kind === 'checkIn' ? givenCheckIn(world) : givenTask(world, { typeId }));
    const { data } = await world.call(getTasksList, { fan, body: {} });
    expect(data.visitingTasks?.find((task) => task.taskId === taskId)).toMatchObject({ typeId, kind });
  });

  it.each(confirmedTypes)('%i is paid when each of its links was visited long enough', async (typeId) => {
    const taskId = await givenTask(world, { typeId, dwellSeconds: 5 });
    const links = searchTypes.includes(typeId) ? (['rankSearch', 'homepage', 'channel'] as const) : (['page'] as const);
    for (const linkType of links) {
      expect(await refusalOf(taskId)).toBe('TASK_NOT_DONE');
      await world.call(confirmView, { fan, body: { taskId, linkType } });
    }
    world.clock.advance(4999);
    expect(await refusalOf(taskId)).toBe('TASK_VISIT_TOO_SHORT');
    world.clock.advance(1);
    expect((await pay(taskId)).data).toMatchObject({ points: 20, state: 'awarded' });
  });

  it('13 is taken on trust: it is paid unseen, once', async () => {
    const taskId = await givenTask(world, { typeId: 13, dwellSeconds: 5 });
    expect((await pay(taskId)).data).toMatchObject({ points: 20, state: 'awarded' });
    expect(await refusalOf(taskId)).toBe('TASK_ALREADY_AWARDED');
  });
});
