import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { refundTickets } from '#/modules/live/sell-tickets.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import type { RecordedRoomOptions } from '../world/given-recorded-room.ts';
import { createWorld, type World } from '../world/world.ts';
import { playbackCalls } from './playback-calls.ts';

const noon = new Date('2026-03-10T04:10:00.000Z');
/** Longer than until changed sessions are read, and shorter than a session is remembered. */
const tillChangesAreReadMs = 4_000;

describe('the picture of a live room', () => {
  let world: World;
  let fan: TestFan;
  const { given, later, open, beat, load, beside, buy, reasonOf } = playbackCalls(() => world);
  const lines: string[] = [];
  beforeAll(async () => {
    world = await createWorld({
      now: noon,
      environment: { CONTENT_DIR: './content/demo', LIVE_EXTERNAL_HOSTS: 'cdn.example.com' },
      onLogLine: (line) => lines.push(line),
    });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    world.time.forget();
    fan = await world.given.fan({ points: 1000 });
  });

  it('plays for visitors: playlist, initialisation and segments at addresses with a token', async () => {
    const roomId = await given({ closesIn: null });
    later(100);
    const { data } = await open(roomId);
    expect(data).toMatchObject({ kind: 'recording', expiresAt: '2026-03-10T04:16:40.000Z' });
    const playlist = await load(data.url);
    expect(playlist.headers).toMatchObject({
      'content-type': 'application/vnd.apple.mpegurl',
      'cache-control': 'private, no-store',
    });
    const names = playlist.body.match(/\d+\.m4s/g) ?? [];
    expect(names).toEqual(['20.m4s', '21.m4s', '22.m4s', '23.m4s', '24.m4s', '25.m4s']);
    const segment = await beside(data.url, '25.m4s');
    expect(segment.headers).toMatchObject({
      'content-type': 'video/mp4',
      'cache-control': 'private, max-age=86400, immutable',
    });
    expect(segment.rawPayload.length).toBeGreaterThan(100_000);
    expect((await beside(data.url, 'init.mp4')).statusCode).toBe(200);
  });

  it('shows nothing that is still to come, and no replay while on air', async () => {
    const { data } = await open(await given());
    expect((await beside(data.url, '0.m4s')).statusCode).toBe(200);
    expect((await beside(data.url, '1.m4s')).statusCode).toBe(404);
    expect((await beside(data.url, '../../../../package.json')).statusCode).toBe(404);
    expect(reasonOf(await beside(data.url, 'replay/index.m3u8'))).toEqual([403, 7002]);
  });

  it('opens for nobody with an altered or expired token', async () => {
    const { data } = await open(await given());
    expect(
      reasonOf(await load(data.url.replace(/(.)\/index/, (_, last) => `${last === 'A' ? 'B' : 'A'}/index`))),
    ).toEqual([403, 7011]);
    later(299);
    expect((await load(data.url)).statusCode).toBe(200);
    later(1);
    expect(reasonOf(await load(data.url))).toEqual([403, 7011]);
  });

  it('never writes a token into the log', async () => {
    const { data } = await open(await given());
    await load(data.url);
    await beside(data.url, 'none.mp4');
    const token = data.url.split('/')[3] ?? '';
    expect(lines.join('')).toContain('/live/v1/:token/*');
    expect(lines.join('')).not.toContain(token.slice(-43));
  });

  it('gives native players a token to the end of the room', async () => {
    const { data } = await open(await given({ closesIn: 3600 }), undefined, true);
    expect(data.expiresAt).toBe('2026-03-10T05:11:00.000Z');
  });

  it.each<[string, RecordedRoomOptions, string]>([
    ['that comes', { opensIn: 60 }, 'LIVE_ROOM_NOT_ON_AIR'],
    ['that is over', { opensIn: -60, closesIn: -1 }, 'LIVE_ROOM_NOT_ON_AIR'],
    ['whose replay is over', { opensIn: -7200, closesIn: -3600, replayHours: 1 }, 'LIVE_ROOM_NOT_ON_AIR'],
    [
      'whose address the settings no longer allow',
      { source: 'external', address: 'https://cdn.example.com.evil.example/main.m3u8' },
      'LIVE_NO_PICTURE',
    ],
    ['whose files are missing', { recordingId: 'lost-recording' }, 'LIVE_NO_PICTURE'],
    ['with a price, without a ticket', { price: 50 }, 'LIVE_TICKET_MISSING'],
  ])('refuses a room %s and changes nothing', async (_, options, refusal) => {
    const roomId = await given(options);
    expect(await changesNothing(world, () => open(roomId, fan))).toMatchObject({ refusal });
  });

  it('refuses an unknown room', async () => {
    expect(await changesNothing(world, () => open('no-such', fan))).toMatchObject({ refusal: 'LIVE_ROOM_NOT_FOUND' });
  });

  it('tells players the end, and shows a replay from the start', async () => {
    const roomId = await given({ closesIn: 20, replayHours: 1 });
    const { data } = await open(roomId);
    later(30);
    expect((await load(data.url)).body).toContain('#EXT-X-ENDLIST');
    const replay = (await open(roomId)).data;
    expect(replay.url).toMatch(/\/replay\/index\.m3u8$/);
    expect((await load(replay.url)).body).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect((await beside(replay.url, '0.m4s')).statusCode).toBe(200);
  });

  it('comes from an external address where the room has one', async () => {
    const address = 'https://cdn.example.com/live/main.m3u8';
    expect((await open(await given({ source: 'external', address }))).data).toMatchObject({
      url: address,
      kind: 'live',
    });
    const page = await load('/docs');
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' https://cdn.example.com");
  });

  it('plays on the newest device of a ticket only, and the other reads why within eight seconds', async () => {
    const roomId = await given({ price: 50 });
    await buy(roomId, fan);
    const first = (await open(roomId, fan)).data;
    expect((await load(first.url)).statusCode).toBe(200);
    const second = (await open(roomId, fan)).data;
    world.time.forget();
    expect(reasonOf(await load(first.url))).toEqual([403, 7010]);
    expect((await load(second.url)).statusCode).toBe(200);
    expect(await changesNothing(world, () => beat(first.sessionId, fan))).toMatchObject({
      refusal: 'LIVE_SESSION_TAKEN',
    });
    expect((await beat(second.sessionId, fan)).code).toBe(0);
  });

  it('leaves one session of a ticket when forty are opened at once', async () => {
    const roomId = await given({ price: 50 });
    await buy(roomId, fan);
    await Promise.all(Array.from({ length: 40 }, () => open(roomId, fan)));
    const { rows } = await world.ownerPool.query('SELECT FROM live_session WHERE room_id = $1 AND taken_at IS NULL', [
      roomId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('has one session of a ticket and four of another fan, even if they open it often', async () => {
    const [priced, free] = [await given({ price: 50 }), await given()];
    await buy(priced, fan);
    const rowsOf = async (roomId: string) =>
      (await world.ownerPool.query('SELECT FROM live_session WHERE room_id = $1', [roomId])).rowCount;
    const opened: Awaited<ReturnType<typeof open>>['data'][] = [];
    for (let n = 0; n < 12; n += 1) {
      opened.push((await open(free, fan, true)).data);
      later(1);
    }
    for (let n = 0; n < 12; n += 1) await open(priced, fan, true);
    expect([await rowsOf(priced), await rowsOf(free)]).toEqual([1, 4]);
    world.time.forget();
    const answers = await Promise.all(opened.map(async ({ url }) => (await load(url)).statusCode));
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 403), 200, 200, 200, 200]);
    // A device that is not heard of gives way first.
    await beat(opened[8]?.sessionId ?? '', fan);
    const next = (await open(free, fan)).data;
    world.time.forget();
    expect(reasonOf(await load(opened[9]?.url ?? ''))).toEqual([403, 7010]);
    expect((await load(opened[8]?.url ?? '')).statusCode).toBe(200);
    expect((await load(next.url)).statusCode).toBe(200);
  });

  it('writes nothing for visitors who only open it, and knows their sessions by their signature', async () => {
    const roomId = await given();
    const opened = await changesNothing(world, () => open(roomId, undefined, true));
    const { sessionId } = opened.data;
    for (const altered of [`${sessionId.slice(0, -1)}${sessionId.endsWith('A') ? 'E' : 'A'}`, sessionId.slice(1)]) {
      expect(await changesNothing(world, () => beat(altered))).toMatchObject({ refusal: 'LIVE_SESSION_UNKNOWN' });
    }
    const { data } = await beat(sessionId);
    expect(data).toMatchObject({ watchedSeconds: 0 });
    expect((await load(data.url)).statusCode).toBe(200);
    await world.ownerPool.query('UPDATE live_room SET price = 50 WHERE id = $1', [roomId]);
    world.time.forget();
    expect(reasonOf(await load(data.url))).toEqual([403, 7011]);
    expect((await beat(sessionId)).refusal).toBe('LIVE_TICKET_MISSING');
  });

  it('ends with the sign-in of the device that opened it, at every process, and not on other devices', async () => {
    const elsewhere = await buildApp(createServices(world.services));
    try {
      const [priced, free] = [await given({ price: 50 }), await given()];
      await buy(priced, fan);
      const other = await world.given.fan({ points: 50 });
      await buy(priced, other);
      const sessions = [(await open(priced, fan, true)).data, (await open(free, fan, true)).data];
      const stays = (await open(priced, other, true)).data;
      for (const { url } of sessions) expect((await elsewhere.inject({ url })).statusCode).toBe(200);
      for (const { url } of sessions) expect((await load(url)).statusCode).toBe(200);
      await world.call('POST /wallet/api/v1/user/logout', { fan });
      await world.time.advance(tillChangesAreReadMs);
      for (const { url, sessionId } of sessions) {
        expect(reasonOf(await elsewhere.inject({ url }))).toEqual([403, 7011]);
        expect(reasonOf(await load(url))).toEqual([403, 7011]);
        expect((await beat(sessionId)).refusal).toBe('LIVE_SESSION_UNKNOWN');
      }
      expect((await load(stays.url)).statusCode).toBe(200);
    } finally {
      await elsewhere.close();
    }
  });

  it('ends with the appointment of a fan who watched by it', async () => {
    const roomId = await given({ price: 50 });
    const operator = await world.given.operator('editor');
    const appoint = (appointed: boolean) =>
      world.call('POST /operator/api/v1/live/appoint', {
        operator,
        body: { roomId, accountId: fan.accountId, role: 'moderator', appointed, why: 'The rota' },
      });
    await appoint(true);
    const { data } = await open(roomId, fan, true);
    expect((await load(data.url)).statusCode).toBe(200);
    await appoint(false);
    await world.time.advance(tillChangesAreReadMs);
    expect(reasonOf(await load(data.url))).toEqual([403, 7009]);
    expect((await beat(data.sessionId, fan)).refusal).toBe('LIVE_TICKET_MISSING');
  });

  it('stops with a refund, for players that hold a valid token, too', async () => {
    const roomId = await given({ price: 50 });
    await buy(roomId, fan);
    const { data } = await open(roomId, fan, true);
    await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [roomId, world.clock.now()]);
    await refundTickets(world.db, { at: world.clock.now(), hasTime: () => true });
    world.time.forget();
    expect(reasonOf(await load(data.url))).toEqual([403, 7009]);
    expect(await changesNothing(world, () => beat(data.sessionId, fan))).toMatchObject({
      refusal: 'LIVE_ROOM_NOT_ON_AIR',
    });
  });

  it('stops with the account of its fan, in free rooms, too', async () => {
    const [priced, free] = [await given({ price: 50 }), await given()];
    await buy(priced, fan);
    const sessions = [(await open(priced, fan)).data, (await open(free, fan, true)).data];
    for (const { url } of sessions) expect((await load(url)).statusCode).toBe(200);
    await eraseFan(world, fan);
    await world.time.advance(tillChangesAreReadMs);
    for (const { url, sessionId } of sessions) {
      expect(reasonOf(await load(url))).toEqual([403, 7011]);
      expect(await changesNothing(world, () => beat(sessionId))).toMatchObject({ refusal: 'LIVE_SESSION_UNKNOWN' });
    }
  });

  it('stops when the room is cancelled', async () => {
    const roomId = await given();
    const { data } = await open(roomId);
    await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [roomId, noon]);
    world.time.forget();
    expect(reasonOf(await load(data.url))).toEqual([403, 7002]);
    expect((await beat(data.sessionId)).refusal).toBe('LIVE_ROOM_NOT_ON_AIR');
  });

  it('asks the database once for many requests', async () => {
    const { data } = await open(await given(), fan);
    const asked = await countQueries(/live_session|live_room/, () =>
      Promise.all(Array.from({ length: 50 }, () => load(data.url))),
    );
    expect(asked).toBe(2);
    // Then only what has changed is read, and a room from time to time.
    expect(await countQueries(/live_session|sign_in/, () => load(data.url))).toBe(1);
    expect(await countQueries(/live_session|live_room|sign_in/, () => load(data.url))).toBe(0);
  });
});
