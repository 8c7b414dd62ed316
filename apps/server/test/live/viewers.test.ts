import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { playbackJobs } from '#/modules/live/live.jobs.ts';
import { call } from '../world/call.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { playbackCalls } from './playback-calls.ts';

const watchCall = 'POST /activity/api/v1/jplive/watch';
const noon = new Date('2026-03-10T04:10:00.000Z');

describe('those who watch a live room', () => {
  let world: World;
  let fan: TestFan;
  const { given, later, open, beat, play, load, viewersOf } = playbackCalls(() => world);
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { CONTENT_DIR: './content/demo' } });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    world.time.forget();
    fan = await world.given.fan();
  });

  describe('send beats, which', () => {
    it('give the next token and count the watched time by the server’s clock', async () => {
      const { data } = await open(await given(), fan);
      const watched: number[] = [];
      for (const [seconds, playing] of [
        [3, true],
        [20, true],
        // However late a beat is, it adds at most one interval and its jitter.
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

    it('make one viewer of a fan with several players, and twenty of a network of visitors', async () => {
      const roomId = await given();
      for (let n = 0; n < 3; n += 1) await beat((await open(roomId, fan)).data.sessionId, fan);
      expect(await viewersOf(roomId)).toBe(1);
      const visitors = await Promise.all(Array.from({ length: 60 }, () => open(roomId)));
      await Promise.all(visitors.map(({ data }) => beat(data.sessionId)));
      expect(await viewersOf(roomId)).toBe(21);
      const rows = async () =>
        (await world.ownerPool.query('SELECT FROM live_visitor WHERE room_id = $1', [roomId])).rowCount;
      // Two writers may each have counted before the other wrote.
      expect(await rows()).toBeLessThanOrEqual(40);
      // A later crowd takes the places of those who left.
      later(100);
      for (const { data } of visitors.slice(30)) await beat(data.sessionId);
      expect(await viewersOf(roomId)).toBe(20);
      expect(await rows()).toBe(20);
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

  describe('make plays, which', () => {
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
        `SELECT (SELECT count(*)::int FROM live_play) AS plays, (SELECT count(*)::int FROM live_session) AS sessions,
                (SELECT count(*)::int FROM live_visitor) AS visitors`,
      );
      expect(rows).toEqual([{ plays: 0, sessions: 0, visitors: 0 }]);
      expect((await play(roomId)).data.plays).toBe(2);
    });
  });
});
