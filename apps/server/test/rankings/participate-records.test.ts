import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenFormTask } from '../world/given-form.ts';
import { givenRiddleRound } from '../world/given-riddle-round.ts';
import { givenCheckIn, givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const getRecords = 'POST /task/api/v1/taskItem/getActivityParticipateRecords';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
/** A Tuesday, noon in Taipei. */
const noon = new Date('2026-03-10T04:00:00.000Z');
const dayMs = 86_400_000;

describe('what a fan took part in', () => {
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

  async function records(body: { pageNum?: number; pageSize?: number } = {}) {
    const { data } = await world.call(getRecords, { fan, body });
    return data;
  }

  it('is nothing at first, and is asked for a thousand at a time', async () => {
    expect(await records()).toEqual({ list: [], total: 0, pageNum: 1, pageSize: 1000 });
    const { data } = await world.call(getRecords, { fan });
    expect(data).toMatchObject({ pageNum: 1, pageSize: 1000 });
  });

  it('has a visit from its beginning, and its Points once they are paid', async () => {
    const taskId = await givenTask(world, { title: 'See the poster', reward: 30, period: 'daily', dwellSeconds: 15 });
    await world.call(confirmView, { fan, body: { taskId } });
    const record = { taskId, title: 'See the poster', period: 'daily', occurrence: '2026-03-10', points: 30 };
    expect(await records()).toMatchObject({
      list: [{ ...record, state: 'started', participatedAt: noon.toISOString() }],
      total: 1,
    });
    world.clock.advance(15_000);
    await world.call(claim, { fan, body: { taskId } });
    const paidAt = new Date(noon.getTime() + 15_000).toISOString();
    expect(await records()).toMatchObject({
      list: [{ ...record, state: 'awarded', participatedAt: paidAt }],
      total: 1,
    });
  });

  it('counts the three links of a search as one', async () => {
    const taskId = await givenTask(world, { typeId: 15 });
    for (const linkType of ['channel', 'homepage', 'rankSearch'] as const) {
      await world.call(confirmView, { fan, body: { taskId, linkType } });
      world.clock.advance(1000);
    }
    expect(await records()).toMatchObject({
      list: [{ state: 'started', participatedAt: noon.toISOString() }],
      total: 1,
    });
  });

  it('keeps unfinished work in its day or week as lapsed', async () => {
    const daily = await givenTask(world, { period: 'daily' });
    const weekly = await givenTask(world, { period: 'weekly' });
    const once = await givenTask(world, { period: 'once' });
    for (const taskId of [daily, weekly, once]) await world.call(confirmView, { fan, body: { taskId } });
    const states = async () => Object.fromEntries((await records()).list.map(({ taskId, state }) => [taskId, state]));
    expect(await states()).toEqual({ [daily]: 'started', [weekly]: 'started', [once]: 'started' });
    // Midnight in Taipei, and then the midnight before Monday.
    world.clock.set(new Date('2026-03-10T16:00:00.000Z'));
    expect(await states()).toEqual({ [daily]: 'lapsed', [weekly]: 'started', [once]: 'started' });
    world.clock.set(new Date('2026-03-15T16:00:00.000Z'));
    expect(await states()).toEqual({ [daily]: 'lapsed', [weekly]: 'lapsed', [once]: 'started' });
  });

  it('lists tasks that are over or retired, with unfinished work lapsed and paid work paid', async () => {
    const ending = await givenTask(world, { endsAt: new Date(noon.getTime() + dayMs), dwellSeconds: 0 });
    const retired = await givenTask(world, { dwellSeconds: 0, title: 'Long gone' });
    for (const taskId of [ending, retired]) await world.call(confirmView, { fan, body: { taskId } });
    world.clock.advance(1000);
    await world.call(claim, { fan, body: { taskId: retired } });
    await world.ownerPool.query('UPDATE task SET retired = true WHERE id = $1', [retired]);
    world.clock.set(new Date(noon.getTime() + dayMs));
    expect((await records()).list).toMatchObject([
      { taskId: retired, title: 'Long gone', state: 'awarded' },
      { taskId: ending, state: 'lapsed' },
    ]);
  });

  it('has what was paid on that day of a streak, each day a record, newest first, in pages', async () => {
    const taskId = await givenCheckIn(world);
    for (let day = 0; day < 5; day++) {
      await world.call(claim, { fan, body: { taskId } });
      world.clock.advance(dayMs);
    }
    expect((await records()).list.map(({ points }) => points)).toEqual([25, 20, 15, 10, 5]);
    const { list, total } = await records({ pageNum: 2, pageSize: 2 });
    expect({ points: list.map(({ points }) => points), total }).toEqual({ points: [15, 10], total: 5 });
    expect(await records({ pageNum: 4, pageSize: 2 })).toMatchObject({ list: [], total: 5 });
  });

  it('has tasks on other sites too: an opened form, a round of riddles, a refused video', async () => {
    fan = await world.given.fan({ points: 30 });
    const { roundId, taskId: riddles } = await givenRiddleRound(world, { price: 30 });
    await world.call('POST /task/api/v1/riddle/consume', { fan, body: { roundId } });
    world.clock.advance(1000);
    const form = await givenFormTask(world, { reward: 40 });
    await world.call('POST /task/api/v1/taskItem/openForm', { fan, body: { taskId: form } });
    world.clock.advance(1000);
    const video = await givenTask(world, { typeId: 76, linkTypes: [], reward: 200 });
    await world.ownerPool.query(
      `INSERT INTO fan_video (id, fan_id, task_id, occurrence, reward, title, file_name, size_bytes, state, day,
        day_place,
                              refusal, begun_at, expires_at, decided_at)
       VALUES ($1, $2, $3, 'once', 150, 'Chant', 'chant.mp4', 9, 'refused', '2026-03-10', 1, 'tooShort', $4, $5, $4)`,
      ['0'.repeat(32), fan.id, video, world.clock.now(), new Date(world.clock.now().getTime() + dayMs)],
    );
    const { list } = await records();
    expect(list.map(({ taskId, occurrence, state, points }) => [taskId, occurrence, state, points])).toEqual([
      [video, 'once', 'refused', 150],
      [form, 'once', 'started', 40],
      [riddles, roundId, 'started', 20],
    ]);
  });

  it('shows how far an occurrence has come: held while it is reviewed', async () => {
    const taskId = await givenTask(world, { reward: 30, dwellSeconds: 0 });
    await world.call(confirmView, { fan, body: { taskId } });
    await world.ownerPool.query(
      `INSERT INTO task_claim (fan_id, occurrence, task_id, points, key, claimed_at, state, held_for, release_at)
       VALUES ($1, 'once', $2, 30, gen_random_uuid(), $3, 'held', 'sharedDevice', $4)`,
      [fan.id, taskId, world.clock.now(), new Date(world.clock.now().getTime() + dayMs)],
    );
    await world.ownerPool.query('SELECT take_from_task_budget($1, 30, false)', [taskId]);
    expect(await records()).toMatchObject({ list: [{ taskId, state: 'held', points: 30 }], total: 1 });
  });

  it.each([
    ['refused', JSON.stringify({ en_US: 'One device, one reward.', zh_TW: '每台裝置限領一次。' })],
    ['lapsed', null],
  ])('keeps a claim that was %s, which its visit does not hide', async (state, refusal) => {
    const taskId = await givenTask(world, { reward: 30, dwellSeconds: 0 });
    await world.call(confirmView, { fan, body: { taskId } });
    await world.ownerPool.query(
      `INSERT INTO task_claim (fan_id, occurrence, task_id, points, key, claimed_at, state, held_for, release_at,
                               refusal, settled_at)
       VALUES ($1, 'once', $2, 25, gen_random_uuid(), $3, $5, 'sharedDevice', $4, $6, $3)`,
      [fan.id, taskId, world.clock.now(), new Date(world.clock.now().getTime() + dayMs), state, refusal],
    );
    expect(await records()).toMatchObject({ list: [{ taskId, state, points: 25 }], total: 1 });
  });

  it('speaks the caller’s language', async () => {
    const taskId = await givenTask(world, { title: 'See the poster' });
    await world.call(confirmView, { fan, body: { taskId } });
    const { data } = await world.call(getRecords, { fan, language: 'zh_TW' });
    expect(data.list[0]?.title).toBe('See the poster（中文）');
  });

  it('is read in one query, however much it is', async () => {
    for (let count = 0; count < 12; count++) {
      await world.call(confirmView, { fan, body: { taskId: await givenTask(world) } });
    }
    expect(await countQueries(/task/, () => records())).toBe(1);
  });

  it('is shown to no other fan', async () => {
    await world.call(confirmView, { fan, body: { taskId: await givenTask(world) } });
    const other = await world.given.fan();
    expect((await world.call(getRecords, { fan: other })).data.total).toBe(0);
    expect(await world.call(getRecords)).toMatchObject({ status: 401, refusal: 'UNAUTHENTICATED' });
  });

  it.each([{ pageSize: 1001 }, { pageSize: 0 }, { pageNum: 0 }])('refuses pages that are none: %j', async (body) => {
    const reply = await world.call(getRecords, { fan, body });
    expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    expect(reply.message).toContain(Object.keys(body)[0]);
  });
});
