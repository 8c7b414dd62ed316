import { taskTabs } from '@lightstick/contract';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestFan } from '../world/given-fan.ts';
import { givenTask, type TaskOptions } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const getTasksList = 'POST /task/api/v1/task/getTasksList';
const confirmView = 'POST /task/api/v1/taskItem/confirmView';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';
const noon = new Date('2026-03-10T04:00:00.000Z');
const hoursAfterNoon = (hours: number) => new Date(noon.getTime() + hours * 60 * 60 * 1000);

describe('the list of tasks', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    await world.ownerPool.query('UPDATE task SET retired = true');
    fan = await world.given.fan();
  });

  async function readTask(taskId: string, caller: TestFan | undefined = fan) {
    const { data } = await world.call(getTasksList, { fan: caller, body: {} });
    return Object.values(data)
      .flat()
      .find((task) => task.taskId === taskId);
  }

  it('has the tabs of the contract in their order, and none without tasks', async () => {
    for (const tab of taskTabs.toReversed()) {
      if (tab !== 'supportTasks') await givenTask(world, { tab });
    }
    const { data } = await world.call(getTasksList, { fan, body: { accountId: fan.accountId } });
    expect(Object.keys(data)).toEqual(taskTabs.filter((tab) => tab !== 'supportTasks'));
  });

  it('keeps the order of the operator within a tab', async () => {
    const last = await givenTask(world, { position: 3 });
    const first = await givenTask(world, { position: 1 });
    const second = await givenTask(world, { position: 2 });
    const { data } = await world.call(getTasksList, { body: {} });
    expect(data.visitingTasks?.map((task) => task.taskId)).toEqual([first, second, last]);
  });

  it('leaves out retired and ended entries', async () => {
    await givenTask(world, { retired: true });
    await givenTask(world, { endsAt: noon });
    const { data } = await world.call(getTasksList, { fan });
    expect(data).toEqual({});
  });

  it('is in the language of the caller', async () => {
    const taskId = await givenTask(world, { title: 'Visit the shop' });
    const english = await world.call(getTasksList, { language: 'en_US' });
    const chinese = await world.call(getTasksList, { language: 'zh_TW' });
    expect(english.data.visitingTasks?.[0]).toMatchObject({
      taskId,
      title: 'Visit the shop',
      links: [{ label: 'Open page' }],
    });
    expect(chinese.data.visitingTasks?.[0]).toMatchObject({
      title: 'Visit the shop（中文）',
      links: [{ label: '開啟 page' }],
    });
  });

  it('follows a visit from available over running to completed and awarded', async () => {
    const taskId = await givenTask(world, { dwellSeconds: 15, reward: 20, endsAt: hoursAfterNoon(48) });
    expect(await readTask(taskId)).toEqual({
      taskId,
      typeId: 36,
      kind: 'visit',
      tab: 'visitingTasks',
      title: 'Visit the page',
      description: 'Look around',
      reward: 20,
      period: 'once',
      state: 'available',
      links: [{ linkType: 'page', label: 'Open page', url: 'https://example.com/page', viewed: false }],
      dwellSeconds: 15,
      endsAt: hoursAfterNoon(48).toISOString(),
    });

    const { data: visit } = await world.call(confirmView, { fan, body: { taskId } });
    expect(await readTask(taskId)).toMatchObject({
      state: 'available',
      links: [{ viewed: true, doneAt: visit.claimableAt }],
      claimableAt: visit.claimableAt,
    });

    world.clock.set(new Date(visit.claimableAt));
    const completed = await readTask(taskId);
    expect(completed).toMatchObject({ state: 'completed' });
    expect(completed).not.toHaveProperty('claimableAt');

    await world.call(claim, { fan, body: { taskId } });
    const awarded = await readTask(taskId);
    expect(awarded).toMatchObject({ state: 'awarded' });
    expect(awarded).not.toHaveProperty('resetsAt');
  });

  it('counts the links of a search, each with a dwell time of its own', async () => {
    const taskId = await givenTask(world, { typeId: 25, dwellSeconds: 15 });
    expect(await readTask(taskId)).toMatchObject({ state: 'available', progress: { done: 0, total: 3 } });
    await world.call(confirmView, { fan, body: { taskId, linkType: 'homepage' } });
    world.clock.advance(15_000);
    await world.call(confirmView, { fan, body: { taskId, linkType: 'channel' } });
    const told = await readTask(taskId);
    expect(told).toMatchObject({
      state: 'available',
      progress: { done: 1, total: 3 },
      links: [
        { linkType: 'rankSearch', viewed: false },
        { linkType: 'homepage', viewed: true, doneAt: new Date(noon.getTime() + 15_000).toISOString() },
        { linkType: 'channel', viewed: true, doneAt: new Date(noon.getTime() + 30_000).toISOString() },
      ],
    });
    expect(told?.links?.[0]).not.toHaveProperty('doneAt');
  });

  it.each<[string, TaskOptions, string]>([
    ['stay tuned before it opens', { opensAt: hoursAfterNoon(1) }, 'stayTuned'],
    ['stay tuned when there is no way to do it', { typeId: 49, tab: 'bindTasks' }, 'stayTuned'],
    ['unlicensed when it needs Twitter', { typeId: 10, tab: 'twitterTasks' }, 'unlicensed'],
    ['unlicensed when it asks to link X', { typeId: 101, tab: 'bindTasks' }, 'unlicensed'],
    ['unlicensed when it needs Discord', { typeId: 102, tab: 'discordTasks' }, 'unlicensed'],
    ['available at the moment it opens', { opensAt: noon, tab: 'twitterTasks' }, 'available'],
  ])('shows a task as %s, to a fan and to anyone', async (_, options, state) => {
    const taskId = await givenTask(world, options);
    const mine = await readTask(taskId);
    const [anyones] = Object.values((await world.call(getTasksList, {})).data).flat();
    expect(mine).toMatchObject({ state });
    expect(anyones).toEqual(mine);
  });

  it('keeps the links of a task that waits to itself', async () => {
    const taskId = await givenTask(world, { opensAt: hoursAfterNoon(1) });
    const waiting = await readTask(taskId);
    expect(waiting).toMatchObject({ opensAt: hoursAfterNoon(1).toISOString() });
    expect(waiting).not.toHaveProperty('links');
  });

  it.each([
    ['daily', '2026-03-10T16:00:00.000Z'],
    ['weekly', '2026-03-15T16:00:00.000Z'],
  ] as const)('says when a %s task that was awarded returns, and then lists it again', async (period, resetsAt) => {
    const taskId = await givenTask(world, { typeId: 13, period });
    await world.call(claim, { fan, body: { taskId } });
    expect(await readTask(taskId)).toMatchObject({ state: 'awarded', resetsAt });
    world.clock.set(new Date(new Date(resetsAt).getTime() - 1));
    expect(await readTask(taskId)).toMatchObject({ state: 'awarded', resetsAt });
    world.clock.set(new Date(resetsAt));
    expect(await readTask(taskId)).toMatchObject({ state: 'available' });
  });

  it('promises no turn that comes after the end', async () => {
    const taskId = await givenTask(world, {
      typeId: 13,
      period: 'daily',
      endsAt: new Date('2026-03-10T16:00:00.000Z'),
    });
    await world.call(claim, { fan, body: { taskId } });
    expect(await readTask(taskId)).not.toHaveProperty('resetsAt');
  });

  it('does not show the progress of another fan', async () => {
    const taskId = await givenTask(world, { dwellSeconds: 0 });
    await world.call(confirmView, { fan, body: { taskId } });
    expect(await readTask(taskId)).toMatchObject({ state: 'completed' });
    expect(await readTask(taskId, await world.given.fan())).toMatchObject({
      state: 'available',
      links: [{ viewed: false }],
    });
    const { data } = await world.call(getTasksList, {});
    expect(data.visitingTasks).toMatchObject([{ state: 'available', links: [{ viewed: false }] }]);
  });

  it('refuses the account of another fan', async () => {
    const stranger = await world.given.fan();
    const reply = await world.call(getTasksList, { fan, body: { accountId: stranger.accountId } });
    expect(reply).toMatchObject({ status: 403, refusal: 'FORBIDDEN' });
  });

  it('asks the database for tasks, visits, claims and actions once each, for any number of tasks', async () => {
    for (const typeId of [13, 15, 16, 23, 36, 49]) await givenTask(world, { typeId });
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    await world.call(getTasksList, { fan });
    const texts = queries.mock.calls.flatMap(([query]) =>
      typeof query === 'string' && query.includes('from "task') ? [query] : [],
    );
    queries.mockRestore();
    expect(texts.map((text) => /from "(\w+)"/.exec(text)?.[1])).toEqual([
      'task',
      'task_visit',
      'task_claim',
      'task_social_action',
    ]);
  });

  it('has its completed visits among the pending Points until they are claimed', async () => {
    const pending = async () => {
      const { data } = await world.call('POST /wallet/api/v1/user/getAssetDetail', {
        fan,
        body: { accountId: fan.accountId },
      });
      return data.find((asset) => asset.assetName === 'POINT');
    };
    const taskId = await givenTask(world, { reward: 20, dwellSeconds: 15 });
    await givenTask(world, { typeId: 2, period: 'daily', streakRewards: [1, 2, 3, 4, 5, 6, 7], linkTypes: [] });
    await world.call(confirmView, { fan, body: { taskId } });
    expect(await pending()).toMatchObject({ available: 0, pending: 0 });
    world.clock.advance(15_000);
    expect(await pending()).toMatchObject({ available: 0, pending: 20 });
    await world.call(claim, { fan, body: { taskId } });
    expect(await pending()).toMatchObject({ available: 20, pending: 0 });
  });
});
