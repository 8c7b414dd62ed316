import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '#/modules/notices/index.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

const getNotices = 'GET /wallet/api/v1/notice/getNotices';
const getTopics = 'GET /wallet/api/v1/notice/getTopics';
const muteTopic = 'POST /wallet/api/v1/notice/muteTopic';
const noon = new Date('2026-11-23T04:00:00.000Z');
const title = { en_US: 'Summer raffle', zh_TW: '夏日抽獎' };

let world: World;
let fan: TestFan;
let other: TestFan;
beforeAll(async () => {
  world = await createWorld({ now: noon });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  [fan, other] = await Promise.all([world.given.fan(), world.given.fan()]);
});

type Topic = 'idol' | 'closing' | 'expiry' | 'luck' | 'live';

const topicOf = ({ topic }: { topic: string }) => topic;
const mute = (topic: Topic, muted = true) => world.call(muteTopic, { fan, body: { topic, muted } });
const mutedTopics = async (caller = fan) =>
  (await world.call(getTopics, { fan: caller })).data.list.filter(({ isMuted }) => isMuted).map(({ topic }) => topic);
const kindsOf = async (caller: TestFan, query: { topic?: Topic | 'events' | 'voting' | 'account' } = {}) =>
  (await world.call(getNotices, { fan: caller, query })).data.list.map(({ kind }) => kind);
/** Tells both fans of a raffle and of a refund. */
const tell = (subject: string) =>
  world.db.transaction().execute(async (tx) => {
    const fans = (parameters: object) => [fan, other].map(({ id }) => ({ fanId: id, parameters }) as never);
    const at = world.clock.now();
    await notify(tx, { kind: 'raffleLost', subject, fans: fans({ activityId: subject, title }), at });
    await notify(tx, { kind: 'orderRefunded', subject, fans: fans({ orderId: subject, title, paid: 10 }), at });
  });

describe('a topic of notices', () => {
  it('is on until the fan mutes it; then no notice of it is written, nor later for the time in between', async () => {
    expect(await mutedTopics()).toEqual([]);
    await tell('before');
    const { list } = (await mute('luck')).data;
    expect(list.filter(({ isMuted }) => isMuted)).toEqual([{ topic: 'luck', group: 'events', isMuted: true }]);
    expect(Object.entries(Object.groupBy(list, ({ group }) => group)).map(([, some]) => some.map(topicOf))).toEqual([
      ['idol', 'opening', 'closing', 'lastHour', 'quarantine'],
      ['gifts', 'invites', 'claims', 'expiry'],
      ['luck', 'live'],
    ]);
    await tell('meanwhile');
    expect(await kindsOf(fan)).toEqual(['orderRefunded', 'orderRefunded', 'raffleLost']);
    expect(await kindsOf(other)).toHaveLength(4);
    const unread = await world.call('GET /wallet/api/v1/notice/getUnreadCount', { fan });
    expect(unread.data).toEqual({ unread: 3 });
    await mute('luck', false);
    expect([await mutedTopics(), await kindsOf(fan)]).toEqual([[], ['orderRefunded', 'orderRefunded', 'raffleLost']]);
    await tell('after');
    expect(await kindsOf(fan)).toHaveLength(5);
  });

  it('is muted once by many calls, each fan’s own, and a repeat changes nothing', async () => {
    await Promise.all(Array.from({ length: 20 }, () => mute('idol')));
    await changesNothing(world, () => mute('idol'));
    await changesNothing(world, () => mute('live', false));
    expect([await mutedTopics(), await mutedTopics(other)]).toEqual([['idol'], []]);
  });

  it('that does not exist, and what concerns the account, cannot be muted', async () => {
    for (const topic of ['account', 'weather']) {
      const reply = await changesNothing(world, () => mute(topic as Topic));
      expect(reply).toMatchObject({ status: 422, refusal: 'REQUEST_INVALID' });
    }
    await expect(
      world.pool.query(`INSERT INTO notice_mute VALUES ($1, 'account', now())`, [fan.id]),
    ).rejects.toMatchObject({ constraint: 'notice_mute_topic_check' });
    await expect(world.pool.query(`UPDATE notice_mute SET topic = 'luck'`)).rejects.toThrow('permission denied');
  });

  it('is what the list can be asked for, with its own total and unread count', async () => {
    await tell('one');
    await tell('two');
    expect(await kindsOf(fan, { topic: 'luck' })).toEqual(['raffleLost', 'raffleLost']);
    expect(await kindsOf(fan, { topic: 'account' })).toEqual(['orderRefunded', 'orderRefunded']);
    expect(await kindsOf(fan, { topic: 'events' })).toEqual(['raffleLost', 'raffleLost']);
    expect(await kindsOf(fan, { topic: 'voting' })).toEqual([]);
    const { data } = await world.call(getNotices, { fan, query: { topic: 'idol' } });
    expect(data).toMatchObject({ total: 0, unread: 0, list: [] });
  });

  it('that is muted is in the copy of the fan’s data, and goes with them', async () => {
    await mute('expiry');
    const copy = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(copy.data.mutedTopics).toEqual({ total: 1, rows: [{ topic: 'expiry', mutedAt: noon.toISOString() }] });
    await eraseFan(world, fan);
    const { rows } = await world.ownerPool.query('SELECT FROM notice_mute WHERE fan_id = $1', [fan.id]);
    expect(rows).toEqual([]);
  });
});
