import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { refundTickets } from '#/modules/live/refund-tickets.ts';
import { playbackJobs } from '#/modules/live/picture/playback.jobs.ts';
import { ageCaches } from '../world/age-caches.ts';
import { call } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { countQueries } from '../world/count-queries.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenRecordedRoom, type RecordedRoomOptions } from '../world/given-recorded-room.ts';
import { createWorld, type World } from '../world/world.ts';

const tokenCall = 'POST /jplive/token';
const watchCall = 'POST /jplive/watch';
const playCall = 'POST /jplive/statistics/play_count';
const noon = new Date('2026-03-10T04:10:00.000Z');

describe('the picture of a live room', () => {
  let world: World;
  let fan: TestFan;
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
    ageCaches();
    fan = await world.given.fan({ points: 1000 });
  });

  const given = (options: RecordedRoomOptions = {}) => givenRecordedRoom(world, options);
  const later = (seconds: number) => {
    world.clock.set(new Date(world.clock.now().getTime() + seconds * 1000));
    ageCaches();
  };
  const open = (roomId: string, caller?: TestFan, native = false) =>
    world.call(tokenCall, { fan: caller, body: { streamName: `${roomId}-stream`, native } });
  const beat = (sessionId: string, caller?: TestFan, playing = true) =>
    world.call(watchCall, { fan: caller, body: { sessionId, playing } });
  const play = (roomId: string, caller?: TestFan) =>
    world.call(playCall, { fan: caller, body: { streamName: `${roomId}-stream` } });
  const load = (url: string) => world.app.inject({ url });
  const beside = (url: string, name: string) => load(url.replace('index.m3u8', name));
  const buy = (roomId: string, caller: TestFan) =>
    world.call('POST /jplive/ticket/buy', { fan: caller, body: { roomId, price: 50 } });
  const reasonOf = (reply: Awaited<ReturnType<typeof load>>) => [reply.statusCode, reply.json<{ code: number }>().code];
  const viewersOf = async (roomId: string) =>
    (await world.call('GET /jplive/room', { query: { roomId } })).data.room.viewers;

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
    ageCaches();
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

  it('stops with a refund, for players that hold a valid token, too', async () => {
    const roomId = await given({ price: 50 });
    await buy(roomId, fan);
    const { data } = await open(roomId, fan, true);
    await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [roomId, world.clock.now()]);
    await refundTickets(world.db, { at: world.clock.now(), hasTime: () => true });
    ageCaches();
    expect(reasonOf(await load(data.url))).toEqual([403, 7009]);
    expect(await changesNothing(world, () => beat(data.sessionId, fan))).toMatchObject({
      refusal: 'LIVE_ROOM_NOT_ON_AIR',
    });
  });

  it('stops with the account of its fan, in free rooms, too', async () => {
    const [priced, free] = [await given({ price: 50 }), await given()];
    await buy(priced, fan);
    const sessions = [(await open(priced, fan)).data, (await open(free, fan, true)).data];
    await eraseFan(world, fan);
    ageCaches();
    for (const { url, sessionId } of sessions) {
      expect(reasonOf(await load(url))).toEqual([403, 7011]);
      expect(await changesNothing(world, () => beat(sessionId))).toMatchObject({ refusal: 'LIVE_SESSION_UNKNOWN' });
    }
  });

  it('stops when the room is cancelled', async () => {
    const roomId = await given();
    const { data } = await open(roomId);
    await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [roomId, noon]);
    ageCaches();
    expect(reasonOf(await load(data.url))).toEqual([403, 7002]);
    expect((await beat(data.sessionId)).refusal).toBe('LIVE_ROOM_NOT_ON_AIR');
  });

  it('asks the database once for many requests', async () => {
    const { data } = await open(await given());
    const asked = await countQueries(/live_session|live_room/, () =>
      Promise.all(Array.from({ length: 50 }, () => load(data.url))),
    );
    expect(asked).toBe(2);
  });

  describe('and its beats', () => {
    it('give the next token and count what was watched by the server’s clock', async () => {
      const { data } = await open(await given(), fan);
      const watched: number[] = [];
      for (const [seconds, playing] of [
        [3, true],
        [20, true],
        // A late beat counts no more than one and its jitter.
        [200, false],
        [20, true],
        [20, true],
      ] as const) {
        later(seconds);
        const reply = await beat(data.sessionId, fan, playing);
        watched.push(reply.data.watchedSeconds);
        expect((await load(reply.data.url)).statusCode).toBe(200);
      }
      expect(watched).toEqual([0, 20, 50, 50, 70]);
    });

    it('refuse another’s session and an unknown one', async () => {
      const { data } = await open(await given(), fan);
      const other = await world.given.fan();
      for (const reply of [
        await changesNothing(world, () => beat(data.sessionId, other)),
        await changesNothing(world, () => beat(data.sessionId)),
        await changesNothing(world, () => beat('AAAAAAAAAAAAAAAAAAAAAA', fan)),
      ]) {
        expect(reply.refusal).toBe('LIVE_SESSION_UNKNOWN');
      }
    });

    it('make viewers, over all processes, for 45 seconds or until they pause', async () => {
      const roomId = await given();
      const elsewhere = await buildApp(createServices(world.services));
      try {
        const sessions = [];
        for (let n = 0; n < 5; n += 1) sessions.push((await open(roomId)).data.sessionId);
        // One is paused, and one moves to another process, which counts it once.
        for (const [n, sessionId] of sessions.entries()) await beat(sessionId, undefined, n !== 4);
        const moved = { body: { sessionId: sessions[0] ?? '', playing: true } };
        expect((await call(elsewhere, watchCall, moved)).data.viewers).toBe(4);
        expect(await viewersOf(roomId)).toBe(4);
        later(44);
        await beat(sessions[1] ?? '');
        later(1);
        expect(await viewersOf(roomId)).toBe(1);
      } finally {
        await elsewhere.close();
      }
    });
  });

  describe('and its plays', () => {
    const watchFor = async (roomId: string, caller: TestFan, seconds: number) => {
      const { data } = await open(roomId, caller);
      await beat(data.sessionId, caller);
      later(seconds);
      await beat(data.sessionId, caller);
    };

    it('count once for each fan, room and hour after 30 seconds, forty at once as well', async () => {
      const roomId = await given({ closesIn: 7200 });
      await watchFor(roomId, fan, 20);
      expect((await changesNothing(world, () => play(roomId, fan))).data).toEqual({ counted: false, plays: 0 });
      await watchFor(roomId, fan, 30);
      const replies = await Promise.all(Array.from({ length: 40 }, () => play(roomId, fan)));
      expect(replies.every(({ data }) => data.counted)).toBe(true);
      expect((await changesNothing(world, () => play(roomId, fan))).data).toEqual({ counted: true, plays: 1 });
      later(3600);
      await watchFor(roomId, fan, 30);
      expect((await play(roomId, fan)).data).toEqual({ counted: true, plays: 2 });
    });

    it('do not count visitors, and know only rooms that exist', async () => {
      const roomId = await given();
      expect((await changesNothing(world, () => play(roomId))).data).toEqual({ counted: false, plays: 0 });
      expect((await play('no-such', fan)).refusal).toBe('LIVE_ROOM_NOT_FOUND');
    });

    it('stay when fans are forgotten, by the job and with their account', async () => {
      const roomId = await given({ closesIn: null });
      const leaving = await world.given.fan();
      for (const one of [fan, leaving]) {
        await watchFor(roomId, one, 30);
        await play(roomId, one);
      }
      await eraseFan(world, leaving);
      later(3 * 86_400);
      await Promise.all(playbackJobs(world.services).map((job) => job.run({}, { number: 1, last: true })));
      const { rows } = await world.ownerPool.query(
        `SELECT (SELECT count(*)::int FROM live_play) AS plays, (SELECT count(*)::int FROM live_session) AS sessions`,
      );
      expect(rows).toEqual([{ plays: 0, sessions: 0 }]);
      expect((await play(roomId)).data.plays).toBe(2);
    });
  });
});
