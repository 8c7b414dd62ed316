import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveJobs } from '#/modules/live/live.jobs.ts';
import { refundTickets } from '#/modules/live/sell-tickets.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenLiveRoom, roomHourMs } from '../world/given-live-room.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';

const now = new Date('2026-03-10T04:00:00.000Z');
const buying = 'POST /activity/api/v1/jplive/ticket/buy';
const cancelling = 'POST /operator/api/v1/live/cancel';
/** Returns always true, as in a run that is never out of time. */
const hasTime = () => true;

let world: World;
let operator: TestOperator;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now });
  operator = await world.given.operator();
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  world.clock.set(now);
  fan = await world.given.fan({ points: 100 });
});

type Options = { readonly caller?: TestFan; readonly key?: string; readonly price?: number };
const buy = (roomId: string, { caller = fan, key = randomUUID(), price }: Options = {}) =>
  world.call(buying, { fan: caller, body: { roomId, ...(price === undefined ? {} : { price }) }, key });
const cancel = (roomId: string) =>
  world.call(cancelling, { operator, body: { roomId, why: 'The singer is ill' }, key: randomUUID() });
const showRoom = async (roomId: string, caller?: TestFan) =>
  (await world.call('GET /activity/api/v1/jplive/room', { ...(caller ? { fan: caller } : {}), query: { roomId } }))
    .data;
const runJob = () => liveJobs(world.services)[0]?.run({}, { number: 1, last: false });
const refund = (most?: number) =>
  refundTickets(world.db, { at: world.clock.now(), hasTime, ...(most === undefined ? {} : { most }) });
const noticesOf = async (caller: TestFan) =>
  (await world.call('GET /wallet/api/v1/notice/getNotices', { fan: caller, query: {} })).data.list;
const fansWith = (count: number, points = 100) =>
  Promise.all(Array.from({ length: count }, () => world.given.fan({ points })));

describe('a ticket', () => {
  it('costs its price once, lets its fan in, and is shown in the room', async () => {
    const roomId = await givenLiveRoom(world, { seats: 3, opensInMs: 0 });
    expect(await showRoom(roomId, fan)).toMatchObject({ mayWatch: false, room: { state: 'onAir', myTicket: null } });
    const { data } = await buy(roomId, { price: 50 });
    expect(data).toMatchObject({ paid: 50, available: 50 });
    expect(await showRoom(roomId, fan)).toMatchObject({
      mayWatch: true,
      room: { myTicket: { ticketId: data.ticketId, paid: 50, state: 'valid' }, seats: { total: 3, left: 2 } },
    });
    expect(await showRoom(roomId)).toMatchObject({ mayWatch: false, room: { myTicket: null } });
    expect(await balanceOf(world, fan)).toBe(50);
  });

  it('answers a replay and a second call with the first answer, and refuses the key for another room', async () => {
    const [roomId, other] = [await givenLiveRoom(world), await givenLiveRoom(world)];
    const key = randomUUID();
    const { data } = await buy(roomId, { key });
    expect((await changesNothing(world, () => buy(roomId, { key }))).data).toEqual(data);
    expect((await buy(roomId)).data).toEqual(data);
    expect(await changesNothing(world, () => buy(other, { key }))).toMatchObject({ refusal: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await balanceOf(world, fan)).toBe(50);
  });

  it('is refused where there is none to sell, and nothing changes', async () => {
    const refusal = async (roomId: string, options: Options = {}) =>
      (await changesNothing(world, () => buy(roomId, options))).refusal;
    expect(await refusal('no-room')).toBe('LIVE_ROOM_NOT_FOUND');
    expect(await refusal(await givenLiveRoom(world, { price: 0 }))).toBe('LIVE_ROOM_FREE');
    expect(await refusal(await givenLiveRoom(world, { price: 101 }))).toBe('INSUFFICIENT_POINTS');
    expect(await refusal(await givenLiveRoom(world), { price: 49 })).toBe('LIVE_PRICE_CHANGED');
    const over = await givenLiveRoom(world, { opensInMs: -roomHourMs });
    expect(await refusal(over)).toBe('LIVE_ROOM_OVER');
    const cancelled = await givenLiveRoom(world);
    await cancel(cancelled);
    expect(await refusal(cancelled)).toBe('LIVE_ROOM_CANCELLED');
    const full = await givenLiveRoom(world, { seats: 1 });
    await buy(full, { caller: await world.given.fan({ points: 50 }) });
    expect(await refusal(full)).toBe('LIVE_SOLD_OUT');
  });

  it('is had once by forty calls of one fan, and the last seats by as many of forty fans', async () => {
    const roomId = await givenLiveRoom(world, { seats: 6 });
    const own = await Promise.all(Array.from({ length: 40 }, () => buy(roomId)));
    expect(new Set(own.map(({ data }) => data.ticketId)).size).toBe(1);
    expect(await balanceOf(world, fan)).toBe(50);
    const replies = await Promise.all((await fansWith(40)).map((caller) => buy(roomId, { caller })));
    expect(replies.filter(({ code }) => code === 0)).toHaveLength(5);
    expect(replies.filter(({ refusal }) => refusal === 'LIVE_SOLD_OUT')).toHaveLength(35);
    expect((await showRoom(roomId)).room.seats).toEqual({ total: 6, left: 0 });
  });
});

describe('the refund of a cancelled room', () => {
  it('reaches every fan once with a notice, by a job that runs twice and in two processes', async () => {
    const roomId = await givenLiveRoom(world);
    const fans = await fansWith(5);
    for (const caller of fans) await buy(roomId, { caller });
    await cancel(roomId);
    await Promise.all([refund(2), refund(2), runJob()]);
    await runJob();
    for (const caller of fans) {
      expect(await balanceOf(world, caller)).toBe(100);
      expect(await noticesOf(caller)).toEqual([
        expect.objectContaining({ kind: 'liveRefunded', roomId, title: 'A room', paid: 50 }),
      ]);
    }
    expect(await showRoom(roomId, fans[0])).toMatchObject({
      mayWatch: false,
      room: { state: 'cancelled', myTicket: { state: 'refunded' } },
    });
    const { data } = await world.call('GET /operator/api/v1/live/list', { operator, query: { pageSize: 1000 } });
    expect(data.list.find((room) => room.roomId === roomId)).toMatchObject({ ticketsSold: 5, ticketsToRefund: 0 });
  });

  it('goes on where a process stopped, and leaves nothing half done', async () => {
    const roomId = await givenLiveRoom(world);
    const fans = await fansWith(4);
    for (const caller of fans) await buy(roomId, { caller });
    await cancel(roomId);
    expect(await refundTickets(world.db, { at: now, hasTime: () => false, most: 2 })).toBe(false);
    expect(await refund()).toBe(true);
    for (const caller of fans) expect(await balanceOf(world, caller)).toBe(100);
  });

  it('covers fans who bought while it was cancelled', async () => {
    const roomId = await givenLiveRoom(world);
    const fans = await fansWith(12);
    const [replies] = await Promise.all([Promise.all(fans.map((caller) => buy(roomId, { caller }))), cancel(roomId)]);
    for (const { code, refusal } of replies) if (code !== 0) expect(refusal).toBe('LIVE_ROOM_CANCELLED');
    await runJob();
    for (const caller of fans) expect(await balanceOf(world, caller)).toBe(100);
  });

  it('reaches the account that an erased fan left, without a notice', async () => {
    const roomId = await givenLiveRoom(world);
    await buy(roomId);
    await world.call('POST /activity/api/v1/jplive/remind', { fan, body: { roomId, remind: true } });
    await eraseFan(world, fan);
    await cancel(roomId);
    await runJob();
    expect(await balanceOf(world, fan)).toBe(100);
    const { rows } = await world.ownerPool.query(
      `SELECT (SELECT count(*)::integer FROM notice WHERE fan_id = $1) AS notices,
              (SELECT count(*)::integer FROM live_reminder WHERE fan_id = $1) AS reminders`,
      [fan.id],
    );
    expect(rows).toEqual([{ notices: 0, reminders: 0 }]);
  });
});

describe('a broadcast without a picture', () => {
  it('fails when its window is over and is refunded; one that had a picture does not', async () => {
    const [dark, shown] = [await givenLiveRoom(world), await givenLiveRoom(world, { source: 'rtmp' })];
    await buy(dark);
    await buy(shown);
    await world.ownerPool.query('UPDATE live_room SET picture_at = $2 WHERE id = $1', [
      shown,
      new Date(now.getTime() + 1.5 * roomHourMs),
    ]);
    await runJob();
    expect(await balanceOf(world, fan)).toBe(0);
    world.clock.set(new Date(now.getTime() + 2 * roomHourMs));
    await runJob();
    expect(await balanceOf(world, fan)).toBe(50);
    expect((await showRoom(dark)).room.state).toBe('failed');
    expect((await showRoom(shown)).room.state).toBe('over');
  });
});

const soldOfOpenRoom = `live_ticket JOIN live_room r ON r.id = room_id AND seats IS NULL AND cancelled_at IS NULL
                           AND failed_at IS NULL`;

describe('the database', () => {
  it.each([
    [
      'a second ticket of a fan',
      `INSERT INTO live_ticket (room_id, fan_id, paid, key, bought_at)
       SELECT room_id, fan_id, paid, gen_random_uuid(), bought_at FROM ${soldOfOpenRoom} LIMIT 1`,
      '23505',
    ],
    [
      'a ticket at another price',
      `INSERT INTO live_ticket (room_id, fan_id, paid, key, bought_at)
       SELECT room_id, (SELECT max(id) FROM fan), paid + 1, gen_random_uuid(), bought_at
         FROM ${soldOfOpenRoom} LIMIT 1`,
      '23503',
    ],
    ['another price once a ticket is sold', 'UPDATE live_room SET price = price + 1 WHERE sold > 0', '23503'],
    ['more tickets than seats', 'UPDATE live_room SET seats = 1, sold = 2 WHERE sold > 0', '23514'],
    ['another refund', `UPDATE live_ticket SET refund_key = gen_random_uuid() WHERE refunded_at IS NOT NULL`, 'P0001'],
    [
      'a refund of a room that takes place',
      `UPDATE live_ticket t SET refund_key = gen_random_uuid(), refunded_at = bought_at
       FROM live_room r WHERE r.id = t.room_id AND r.cancelled_at IS NULL AND r.failed_at IS NULL`,
      'P0001',
    ],
    ['another amount', 'UPDATE live_ticket SET paid = 1', '42501'],
    ['a ticket to go', 'DELETE FROM live_ticket', '42501'],
    ['another recording', 'UPDATE live_recording SET seconds = 1', '42501'],
  ])('does not let the application write %s', async (_, statement, code) => {
    await expect(world.services.pool.query(statement)).rejects.toMatchObject({ code });
  });
});
