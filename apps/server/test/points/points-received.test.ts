import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenInviteTerms, givenNewcomer } from '../world/given-invite.ts';
import { givenOffer } from '../world/given-offer.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const received = 'POST /wallet/api/v1/userExpand/getReceivedPointRecords';
const pending = 'POST /wallet/api/v1/userExpand/getPendingPoints';

describe('the Points a fan', () => {
  let world: World;
  let fan: TestFan;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election({ freePerDay: 5 });
    await givenInviteTerms(world, { reward: 100, mostRewarded: 3 });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    fan = await world.given.fan({ points: 500 });
  });

  const ask = async (language: 'en_US' | 'zh_TW' = 'en_US', pageNum = 1, pageSize = 20) =>
    (await world.call(received, { fan, language, body: { pageNum, pageSize } })).data;

  async function doTask(title: string): Promise<void> {
    const taskId = await givenTask(world, { typeId: 13, title });
    await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
  }

  it('received are listed newest first with what they were for, in the language of the fan', async () => {
    await doTask('Wave');
    const newcomer = await givenNewcomer(world, fan);
    await world.call('POST /activity/api/v1/vote/doVote', {
      fan: newcomer,
      body: { activityId, idolId: '1', num: 1 },
      key: randomUUID(),
    });
    await rewardInvites(world.services, world.clock.now());
    expect((await ask()).list).toMatchObject([
      { kind: 'invite', title: 'You invited Mina', points: 100, receivedAt: world.clock.now().toISOString() },
      { kind: 'task', title: 'Wave', points: 20 },
      { kind: 'gift', title: 'A gift from Lightstick', points: 500 },
    ]);
    expect((await ask('zh_TW')).list.map(({ title }) => title)).toEqual([
      '邀請了 Mina',
      'Wave（中文）',
      'Lightstick 的禮物',
    ]);
  });

  it('received hold neither what was paid nor what other assets or fans got', async () => {
    const offerId = await givenOffer(world, { price: 10 });
    await world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', { fan, body: { offerId }, key: randomUUID() });
    await world.given.fan({ points: 1, votes: 5 });
    expect(await ask()).toMatchObject({ total: 1, list: [{ kind: 'gift', points: 500 }] });
  });

  it('received come in pages without a gap, over all books of the journal', async () => {
    for (const title of ['one', 'two', 'three', 'four']) await doTask(title);
    const [first, second, third] = [await ask('en_US', 1, 2), await ask('en_US', 2, 2), await ask('en_US', 3, 2)];
    // The gift is in the book of its month, the tasks in book 0.
    expect([first, second, third].flatMap(({ list }) => list.map(({ title }) => title))).toEqual([
      'four',
      'three',
      'two',
      'one',
      'A gift from Lightstick',
    ]);
    expect(first.total).toBe(5);
  });

  it('received keep the title of a task that content has retired', async () => {
    await doTask('Gone');
    await world.ownerPool.query('UPDATE task SET retired = true');
    expect((await ask()).list[0]).toMatchObject({ title: 'Gone' });
  });

  it('will get for visits that are done are pending by task, and sum up to what the asset says', async () => {
    for (const [title, reward] of [
      ['Look', 30],
      ['Listen', 12],
    ] as const) {
      const taskId = await givenTask(world, { title, reward, dwellSeconds: 5 });
      await world.call('POST /task/api/v1/taskItem/confirmView', { fan, body: { taskId } });
    }
    expect((await world.call(pending, { fan, body: {} })).data).toEqual({ pending: 0, items: [] });
    world.clock.advance(5000);
    const { data } = await world.call(pending, { fan, language: 'zh_TW', body: {} });
    expect(data.pending).toBe(42);
    expect(data.items).toEqual(
      expect.arrayContaining([
        { kind: 'task', title: 'Look（中文）', points: 30 },
        { kind: 'task', title: 'Listen（中文）', points: 12 },
      ]),
    );
    const assets = await world.call('POST /wallet/api/v1/user/getAssetDetail', {
      fan,
      body: { accountId: fan.accountId },
    });
    expect(assets.data.find(({ assetName }) => assetName === 'POINT')).toMatchObject({ pending: 42 });
  });

  it.each([received, pending] as const)('asks for are only the fan’s own: %s', async (route) => {
    expect(await world.call(route, { body: {} })).toMatchObject({ status: 401 });
  });
});
