import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenCheckIn, givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const getRankingLinks = 'POST /task/api/v1/taskItem/getRankingLinks';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hour = (count: number) => new Date(noon.getTime() + count * 3_600_000);

describe('the links of a search-link task', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([15, 23, 25])('of type %i are the ranking, the homepage and the channel', async (typeId) => {
    const taskId = await givenTask(world, { typeId });
    const { data } = await world.call(getRankingLinks, { body: { taskId }, language: 'zh_TW' });
    expect(data).toEqual({
      taskId,
      rankSearch: { label: '開啟 rankSearch', url: 'https://example.com/rankSearch' },
      homepage: { label: '開啟 homepage', url: 'https://example.com/homepage' },
      channel: { label: '開啟 channel', url: 'https://example.com/channel' },
    });
  });

  it('are hidden before the task opens, and gone when it has ended', async () => {
    const taskId = await givenTask(world, { typeId: 15, opensAt: hour(1), endsAt: hour(2) });
    const refusalAt = async (at: Date) => {
      world.clock.set(at);
      return (await world.call(getRankingLinks, { body: { taskId } })).refusal;
    };
    expect(await refusalAt(new Date(hour(1).getTime() - 1))).toBe('TASK_NOT_OPEN');
    expect(await refusalAt(hour(1))).toBeUndefined();
    expect(await refusalAt(hour(2))).toBe('TASK_ENDED');
    world.clock.set(noon);
  });

  it('are refused of tasks that have none', async () => {
    for (const taskId of [await givenTask(world, { typeId: 36 }), await givenCheckIn(world)]) {
      const reply = await world.call(getRankingLinks, { body: { taskId } });
      expect(reply).toMatchObject({ status: 200, refusal: 'TASK_WITHOUT_SEARCH_LINKS' });
    }
  });

  it('are refused of a task that is not there, or no more', async () => {
    for (const taskId of ['nothing', await givenTask(world, { typeId: 15, retired: true })]) {
      expect(await world.call(getRankingLinks, { body: { taskId } })).toMatchObject({ refusal: 'TASK_NOT_FOUND' });
    }
  });
});
