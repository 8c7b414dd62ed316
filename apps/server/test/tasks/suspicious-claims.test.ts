import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';

describe('held for review', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    fan = await world.given.fan();
  });

  it('is every claim beyond eight of one fan within seconds, also when they come at once', async () => {
    const tasks = await Promise.all(Array.from({ length: 12 }, () => givenTask(world, { typeId: 13 })));
    const replies = await Promise.all(
      tasks.map((taskId) => world.call(claim, { fan, body: { taskId }, key: randomUUID() })),
    );
    expect(replies.filter(({ data }) => data.state === 'awarded')).toHaveLength(8);
    const held = replies.filter(({ data }) => data.state === 'held');
    expect(held).toHaveLength(4);
    expect(held[0]?.data.notice?.text).toContain('many rewards were claimed within seconds');
    world.clock.advance(3_000);
    const later = await givenTask(world, { typeId: 13 });
    expect(await world.call(claim, { fan, body: { taskId: later } })).toMatchObject({ data: { state: 'awarded' } });
  });

  it('is a claim whose visit was begun with many others', async () => {
    const tasks = await Promise.all(Array.from({ length: 9 }, () => givenTask(world)));
    for (const taskId of tasks) await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(20_000);
    const reply = await world.call(claim, { fan, body: { taskId: tasks[0] ?? '' } });
    expect(reply.data).toMatchObject({ state: 'held' });
    expect(reply.data.notice?.text).toContain('many tasks were started within seconds');
  });

  it('is a claim beyond the number of accounts that one network may have', async () => {
    await world.ownerPool.query('UPDATE claim_terms SET accounts_from_network = 2');
    const taskId = await givenTask(world, { typeId: 13 });
    const states = [];
    for (let account = 0; account < 3; account += 1) {
      const other = await world.given.fan();
      states.push((await world.call(claim, { fan: other, body: { taskId } })).data.state);
    }
    await world.ownerPool.query('UPDATE claim_terms SET accounts_from_network = 500');
    expect(states).toEqual(['awarded', 'awarded', 'held']);
  });
});
