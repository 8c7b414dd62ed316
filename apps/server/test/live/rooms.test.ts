import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { liveJobs } from '#/modules/live/live.jobs.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenLiveRoom, roomHourMs } from '../world/given-live-room.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { createWorld, type World } from '../world/world.ts';

let now = new Date('2026-03-10T04:00:00.000Z');
const why = 'As the singer wishes';

let world: World;
let operator: TestOperator;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ now, settings: { liveExternalHosts: ['cdn.example.com'], liveRtmpFolder: '/nowhere' } });
  operator = await world.given.operator();
  fan = await world.given.fan({ points: 100 });
});
afterAll(() => world[Symbol.asyncDispose]());
/** Each test has separate hours, so that no room of another is on air. */
beforeEach(() => {
  now = new Date(now.getTime() + 24 * roomHourMs);
  world.clock.set(now);
});

const later = (ms: number) => world.clock.set(new Date(now.getTime() + ms));
const listRooms = async (caller?: TestFan) =>
  (
    await world.call('GET /activity/api/v1/jplive/rooms', {
      ...(caller ? { fan: caller } : {}),
      query: { pageSize: 2 },
    })
  ).data;
const showRoom = async (roomId: string, caller = fan) =>
  (await world.call('GET /activity/api/v1/jplive/room', { fan: caller, query: { roomId } })).data;
const remind = (roomId: string, wish = true) =>
  world.call('POST /activity/api/v1/jplive/remind', { fan, body: { roomId, remind: wish } });
const runJob = () => liveJobs(world.services)[0]?.run({}, { number: 1, last: false });
const remindersOf = async (roomId: string) => {
  const { data } = await world.call('GET /wallet/api/v1/notice/getNotices', { fan, query: {} });
  return data.list.filter((notice) => notice.kind === 'liveReminder' && notice.roomId === roomId);
};
const lastAct = async () =>
  (await world.call('GET /operator/api/v1/acts/list', { operator, query: { pageSize: 1 } })).data.list[0];

describe('rooms', () => {
  it('are on air, to come or over, in the language of the call, and the past is read page by page', async () => {
    const onAir = await givenLiveRoom(world, { opensInMs: -1 });
    const coming = await givenLiveRoom(world, { opensInMs: 2 * roomHourMs });
    const over = await givenLiveRoom(world, { opensInMs: -2 * roomHourMs, replayHours: 3, price: 0 });
    const rooms = await listRooms(fan);
    expect(rooms.onAir.map(({ roomId }) => roomId)).toEqual([onAir]);
    expect(rooms.coming.map(({ roomId }) => roomId)).toEqual([coming]);
    expect(rooms.over.list[0]).toMatchObject({
      roomId: over,
      state: 'over',
      kind: 'recording',
      replayUntil: new Date(now.getTime() + 2 * roomHourMs).toISOString(),
    });
    expect(rooms.over.total).toBeGreaterThanOrEqual(1);
    const { data } = await world.call('GET /activity/api/v1/jplive/room', {
      query: { roomId: over },
      language: 'zh_TW',
    });
    expect(data).toMatchObject({ mayWatch: true, hasChat: true, isHost: false, isModerator: false });
    expect(data.room.title).not.toBe((await showRoom(over)).room.title);
    later(2 * roomHourMs);
    expect(await showRoom(over)).toMatchObject({ mayWatch: false });
  });

  it('are read in the same number of queries for any number of rooms', async () => {
    const one = await countQueries(/live_/, () => listRooms(fan));
    for (let count = 0; count < 3; count += 1) await givenLiveRoom(world, { opensInMs: count });
    expect(await countQueries(/live_/, () => listRooms(fan))).toBe(one);
  });

  it('that there are not are not found', async () => {
    const { refusal } = await world.call('GET /activity/api/v1/jplive/room', { query: { roomId: 'no-room' } });
    expect(refusal).toBe('LIVE_ROOM_NOT_FOUND');
  });
});

describe('a reminder', () => {
  it('is sent once, ten minutes before the room opens, and can be taken back', async () => {
    const [roomId, other] = [await givenLiveRoom(world), await givenLiveRoom(world)];
    expect((await remind(roomId)).data).toEqual({ isReminded: true });
    await remind(roomId);
    await remind(other);
    expect((await remind(other, false)).data).toEqual({ isReminded: false });
    expect((await showRoom(roomId)).room.isReminded).toBe(true);
    later(roomHourMs - 10 * 60_000 - 1);
    await runJob();
    expect(await remindersOf(roomId)).toEqual([]);
    later(roomHourMs - 10 * 60_000);
    await Promise.all([runJob(), runJob()]);
    await runJob();
    expect(await remindersOf(roomId)).toEqual([
      expect.objectContaining({ title: 'A room', opensAt: new Date(now.getTime() + roomHourMs).toISOString() }),
    ]);
    expect(await remindersOf(other)).toEqual([]);
  });

  it('is refused for a room that is gone, over or cancelled, and needless on air; nothing changes', async () => {
    const refusal = async (roomId: string) => (await changesNothing(world, () => remind(roomId))).refusal;
    expect(await refusal('no-room')).toBe('LIVE_ROOM_NOT_FOUND');
    expect(await refusal(await givenLiveRoom(world, { opensInMs: -2 * roomHourMs }))).toBe('LIVE_ROOM_OVER');
    const onAir = await givenLiveRoom(world, { opensInMs: 0 });
    expect((await changesNothing(world, () => remind(onAir))).data).toEqual({ isReminded: false });
    const cancelled = await givenLiveRoom(world);
    await act('cancel', cancelled);
    expect(await refusal(cancelled)).toBe('LIVE_ROOM_CANCELLED');
  });
});

const act = (verb: 'open' | 'close' | 'cancel', roomId: string) =>
  world.call(`POST /operator/api/v1/live/${verb}`, { operator, body: { roomId, why }, key: randomUUID() });
const hours = (count: number) => new Date(now.getTime() + count * roomHourMs).toISOString();
type Wish = {
  readonly roomId?: string;
  readonly source?: 'recording' | 'external';
  readonly address?: string;
  readonly closesAt?: string;
};
const create = (wish: Wish = {}) => {
  const text = { en_US: 'An evening', zh_TW: '一個晚上' };
  const body = {
    roomId: `evening-${randomUUID().slice(0, 8)}`,
    title: text,
    description: text,
    hostName: text,
    source: 'recording' as const,
    opensAt: hours(1),
    closesAt: hours(2),
    price: 10,
    seats: null,
    replayHours: 0,
    hasChat: true,
    why,
  };
  return world.call('POST /operator/api/v1/live/create', { operator, body: { ...body, ...wish }, key: randomUUID() });
};

describe('an operator', () => {
  it('creates a room and notes it; what does not fit is refused and changes nothing', async () => {
    const { data } = await create({ roomId: 'evening-one' });
    expect(data.room).toMatchObject({ roomId: 'evening-one', state: 'coming', source: 'recording', ticketsSold: 0 });
    expect(await lastAct()).toMatchObject({ action: 'live/create', subject: 'live-room:evening-one', why });
    expect((await create({ source: 'external', address: 'https://cdn.example.com/a.m3u8' })).code).toBe(0);
    const refusal = async (wish: Wish) =>
      (await changesNothing(world, () => create(wish), { except: ['operator_request'] })).refusal;
    expect(await refusal({ roomId: 'evening-one' })).toBe('LIVE_ROOM_EXISTS');
    expect(await refusal({ closesAt: hours(1) })).toBe('LIVE_TIMES_WRONG');
    expect(await refusal({ closesAt: hours(26) })).toBe('LIVE_TIMES_WRONG');
    expect(await refusal({ source: 'external', address: 'https://other.example.com/a.m3u8' })).toBe(
      'LIVE_ADDRESS_REFUSED',
    );
    expect(await refusal({ source: 'external' })).toBe('LIVE_ADDRESS_REFUSED');
    expect(await refusal({ address: 'https://cdn.example.com/a.m3u8' })).toBe('LIVE_ADDRESS_REFUSED');
  });

  it('opens a room early, closes it, and cannot do either again', async () => {
    const roomId = await givenLiveRoom(world);
    expect((await act('close', roomId)).refusal).toBe('LIVE_ROOM_NOT_ON_AIR');
    expect((await act('open', roomId)).data.room).toMatchObject({ state: 'onAir', opensAt: now.toISOString() });
    expect((await act('open', roomId)).code).toBe(0);
    later(1000);
    expect((await act('close', roomId)).data.room).toMatchObject({ state: 'over' });
    expect(await lastAct()).toMatchObject({ action: 'live/close', before: { closesAt: hours(2) } });
    expect((await act('open', roomId)).refusal).toBe('LIVE_ROOM_OVER');
    expect((await act('cancel', roomId)).refusal).toBe('LIVE_ROOM_OVER');
    expect((await act('close', 'no-room')).refusal).toBe('LIVE_ROOM_NOT_FOUND');
  });

  it('cancels a room once', async () => {
    const roomId = await givenLiveRoom(world);
    expect((await act('cancel', roomId)).data.room.state).toBe('cancelled');
    expect((await act('cancel', roomId)).refusal).toBe('LIVE_ROOM_CANCELLED');
    expect((await act('open', roomId)).refusal).toBe('LIVE_ROOM_CANCELLED');
  });

  it('gives a room of the source RTMP a key that only its hash is kept of', async () => {
    const [roomId, studio] = [await givenLiveRoom(world, { source: 'rtmp' }), await givenLiveRoom(world)];
    const rotate = (id: string) =>
      world.call('POST /operator/api/v1/live/rotateKey', { operator, body: { roomId: id, why }, key: randomUUID() });
    const { data } = await rotate(roomId);
    expect(data.server).toMatch(/^rtmp:\/\/[^/]+\/live$/);
    const { rows } = await world.ownerPool.query('SELECT key_hash FROM live_room WHERE id = $1', [roomId]);
    const [name, key = ''] = data.key.split('?key=');
    expect(name).toBe(roomId);
    expect(rows[0].key_hash).toEqual(createHash('sha256').update(key).digest());
    expect((await rotate(roomId)).data.key).not.toBe(data.key);
    expect((await rotate(studio)).refusal).toBe('LIVE_SOURCE_WITHOUT_KEY');
  });

  it('appoints hosts, who watch without a ticket and find their rooms, and ends that', async () => {
    const roomId = await givenLiveRoom(world, { opensInMs: 0 });
    const appoint = (accountId: string, appointed = true) => {
      const body = { roomId, accountId, role: 'host' as const, appointed, why };
      return world.call('POST /operator/api/v1/live/appoint', { operator, body, key: randomUUID() });
    };
    const hosted = async () => (await world.call('GET /activity/api/v1/jplive/studio/rooms', { fan })).data.rooms;
    expect((await appoint(fan.accountId)).data).toEqual({ accountId: fan.accountId, role: 'host', appointed: true });
    await appoint(fan.accountId);
    expect(await showRoom(roomId)).toMatchObject({ mayWatch: true, isHost: true, isModerator: false });
    expect(await hosted()).toEqual([expect.objectContaining({ roomId, state: 'onAir' })]);
    const { data } = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(data.liveAppointments.rows[0]).toMatchObject({ roomId, role: 'host' });
    expect((await appoint('nobody')).refusal).toBe('LIVE_FAN_NOT_FOUND');
    await appoint(fan.accountId, false);
    expect(await showRoom(roomId)).toMatchObject({ mayWatch: false, isHost: false });
    expect(await hosted()).toEqual([]);
  });
});
