import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { broadcastJobs, liveJobs } from '#/modules/live/live.jobs.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { givenHost, loopFile, sendPart } from '../world/given-broadcast.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenLiveRoom, roomHourMs } from '../world/given-live-room.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');

let world: World;
let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await createScratchFolder();
  world = await createWorld({ now: noon, environment: { LIVE_FOLDER: join(scratch.path, 'live') } });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await scratch[Symbol.asyncDispose]();
});
beforeEach(() => {
  world.clock.set(noon);
  world.time.forget();
});

const later = (seconds: number) => {
  world.clock.set(new Date(world.clock.now().getTime() + seconds * 1000));
  world.time.forget();
};
const start = (roomId: string, fan: TestFan) =>
  world.call('POST /activity/api/v1/jplive/studio/start', { fan, body: { roomId } });
const stop = (broadcastId: string, fan: TestFan, endRoom = false) =>
  world.call('POST /activity/api/v1/jplive/studio/stop', { fan, body: { broadcastId, endRoom } });
const open = (roomId: string, fan?: TestFan) =>
  world.call('POST /activity/api/v1/jplive/token', { ...(fan ? { fan } : {}), body: { streamName: roomId } });
const load = (url: string) => world.app.inject({ url });
const beside = (url: string, name: string) => load(url.replace('index.m3u8', name));
const runJob = async (id: string) => {
  for (const job of [...broadcastJobs(world.services), ...liveJobs(world.services)]) {
    if (job.id === id) await job.run({}, { number: 1, last: false });
  }
};

/** Prepares a free room on air with a presenter, after some segments of four seconds. */
async function givenBroadcast(segments: number, options: Parameters<typeof givenLiveRoom>[1] = {}) {
  const roomId = await givenLiveRoom(world, { price: 0, opensInMs: 0, ...options });
  const host = await givenHost(world, roomId);
  const { broadcastId } = (await start(roomId, host)).data;
  const send = (part: string | number, bytes?: Buffer, type?: string) =>
    sendPart(world, host, { broadcastId, part, ...(bytes ? { bytes } : {}), ...(type ? { type } : {}) });
  await send('init');
  for (let part = 0; part < segments; part += 1) {
    later(4);
    expect((await send(part)).statusCode).toBe(204);
  }
  world.time.forget();
  return { roomId, host, broadcastId, send };
}

describe('a broadcast from the host’s browser', () => {
  it('is watched while it goes on, and viewers wait for its beginning', async () => {
    const roomId = await givenLiveRoom(world, { price: 0, opensInMs: 0 });
    const host = await givenHost(world, roomId);
    expect((await open(roomId)).refusal).toBe('LIVE_NO_PICTURE');
    const { broadcastId } = (await start(roomId, host)).data;
    await sendPart(world, host, { broadcastId, part: 'init' });
    later(4);
    await sendPart(world, host, { broadcastId, part: 0 });
    later(4);
    await sendPart(world, host, { broadcastId, part: 1 });
    world.time.forget();
    const { data } = await open(roomId);
    expect(data.kind).toBe('live');
    const playlist = await load(data.url);
    expect(playlist.headers).toMatchObject({ 'cache-control': 'private, no-store' });
    expect(playlist.body.split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:7',
      '#EXT-X-TARGETDURATION:4',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MEDIA-SEQUENCE:0',
      '#EXT-X-DISCONTINUITY-SEQUENCE:0',
      '#EXT-X-DISCONTINUITY',
      `#EXT-X-MAP:URI="init-${broadcastId}.mp4"`,
      '#EXTINF:4.000000,',
      '0.m4s',
      '#EXTINF:4.000000,',
      '1.m4s',
      '',
    ]);
    expect((await beside(data.url, '1.m4s')).rawPayload).toEqual(await loopFile(1));
    expect((await beside(data.url, `init-${broadcastId}.mp4`)).headers['content-type']).toBe('video/mp4');
    expect((await beside(data.url, '2.m4s')).statusCode).toBe(404);
    expect((await beside(data.url, 'replay/index.m3u8')).statusCode).toBe(403);
  });

  it('goes on under a second broadcast, which takes over: the first one can send no more', async () => {
    const { roomId, host, broadcastId, send } = await givenBroadcast(2);
    const second = (await start(roomId, host)).data.broadcastId;
    const late = await changesNothing(world, () => send(2));
    expect([late.statusCode, late.json()]).toMatchObject([409, { code: 7022 }]);
    await sendPart(world, host, { broadcastId: second, part: 'init' });
    later(4);
    await sendPart(world, host, { broadcastId: second, part: 0 });
    world.time.forget();
    const { body } = await load((await open(roomId)).data.url);
    const [before, after] = body.split(`#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-${second}.mp4"`);
    expect(before).toContain(`init-${broadcastId}.mp4`);
    expect(after).toContain('2.m4s');
  });

  it('keeps nothing of what comes before the room opens', async () => {
    const { roomId, send } = await givenBroadcast(2, { opensInMs: 10_000 });
    later(4);
    await send(2);
    world.time.forget();
    const { body } = await load((await open(roomId)).data.url);
    expect(body.match(/\d+\.m4s/g)).toEqual(['0.m4s']);
    expect((await beside((await open(roomId)).data.url, '0.m4s')).rawPayload).toEqual(await loopFile(2));
  });

  it('stays in the playlist for twelve segments, and whole in the replay', async () => {
    const { roomId, host, broadcastId } = await givenBroadcast(14, { replayHours: 1 });
    const live = await load((await open(roomId)).data.url);
    expect(live.body).toContain('#EXT-X-MEDIA-SEQUENCE:2\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXT-X-MAP');
    expect(live.body).not.toContain('#EXT-X-ENDLIST');
    const { url } = (await open(roomId)).data;
    expect((await stop(broadcastId, host, true)).data.room).toMatchObject({ state: 'over' });
    later(3);
    expect((await load(url)).body).toContain('13.m4s\n#EXT-X-ENDLIST');
    const replay = (await open(roomId)).data;
    expect(replay.kind).toBe('recording');
    const { body } = await load(replay.url);
    expect(body).toContain('#EXT-X-PLAYLIST-TYPE:VOD');
    expect(body.match(/\d+\.m4s/g)).toHaveLength(14);
    expect((await beside(replay.url, '0.m4s')).statusCode).toBe(200);
    await runJob('move-live-rooms');
    expect((await world.call('GET /activity/api/v1/jplive/room', { query: { roomId } })).data.room.state).toBe('over');
    later(3600 + 601);
    await runJob('forget-broadcasts');
    expect((await beside(replay.url, '0.m4s')).statusCode).toBe(403);
    const { rows } = await world.ownerPool.query('SELECT FROM live_broadcast WHERE room_id = $1', [roomId]);
    expect(rows).toEqual([]);
  });

  it('keeps its longest segment’s promise, and lets newcomers wait while the host is away', async () => {
    const { roomId } = await givenBroadcast(1);
    const { url } = (await open(roomId)).data;
    later(19);
    expect((await open(roomId)).code).toBe(0);
    later(1);
    expect((await changesNothing(world, () => open(roomId))).refusal).toBe('LIVE_NO_PICTURE');
    expect((await load(url)).body).toContain('#EXT-X-TARGETDURATION:4');
  });

  it('ends its room also after it fell silent, but not while another device is on air', async () => {
    const { roomId, host, broadcastId } = await givenBroadcast(1);
    const { broadcastId: second } = (await start(roomId, host)).data;
    const refused = await changesNothing(world, () => stop(broadcastId, host, true));
    expect(refused.refusal).toBe('LIVE_BROADCAST_ENDED');
    later(61);
    await runJob('end-silent-broadcasts');
    expect((await stop(second, host, true)).data.room.state).toBe('over');
    expect((await stop(second, host, true)).data.room.state).toBe('over');
  });

  it('shows no replay of a room without one', async () => {
    const { roomId, host, broadcastId } = await givenBroadcast(1);
    const { url } = (await open(roomId)).data;
    await stop(broadcastId, host, true);
    later(3);
    expect((await load(url)).statusCode).toBe(200);
    expect((await beside(url, 'replay/index.m3u8')).statusCode).toBe(403);
  });

  it('arrives once, even if it is sent often', async () => {
    const { roomId, send } = await givenBroadcast(1);
    later(4);
    const replies = await Promise.all(Array.from({ length: 40 }, () => send(1)));
    // A fan sends a few at a time; the others try again.
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 429]));
    expect((await changesNothing(world, () => send(1))).statusCode).toBe(204);
    const { rows } = await world.ownerPool.query('SELECT number FROM live_segment WHERE room_id = $1 ORDER BY number', [
      roomId,
    ]);
    expect(rows).toEqual([{ number: 0 }, { number: 1 }]);
  });

  it('is one at a time, although forty begin at once', async () => {
    const { roomId, host } = await givenBroadcast(1);
    const replies = await Promise.all(Array.from({ length: 40 }, () => start(roomId, host)));
    expect(replies.every(({ code }) => code === 0)).toBe(true);
    const { rows } = await world.ownerPool.query(
      'SELECT id::text FROM live_broadcast WHERE room_id = $1 AND ended_at IS NULL',
      [roomId],
    );
    expect(rows).toHaveLength(1);
    expect(replies.map(({ data }) => data.broadcastId)).toContain(rows[0].id);
  });

  it('ends when its source falls silent, and when its host is erased', async () => {
    const [silent, erased] = [await givenBroadcast(1), await givenBroadcast(1)];
    await eraseFan(world, erased.host);
    world.clock.set(new Date(noon.getTime() + 90_000));
    await runJob('end-silent-broadcasts');
    const { rows } = await world.ownerPool.query(
      'SELECT fan_id, ended_at IS NOT NULL AS ended FROM live_broadcast WHERE room_id = ANY($1) ORDER BY id',
      [[silent.roomId, erased.roomId]],
    );
    expect(rows).toEqual([
      { fan_id: silent.host.id, ended: true },
      { fan_id: null, ended: true },
    ]);
  });
});

describe('the studio refuses, and changes nothing for', () => {
  it.each<[string, Parameters<typeof givenLiveRoom>[1], string]>([
    ['a room that opens in an hour', { opensInMs: roomHourMs }, 'LIVE_STUDIO_CLOSED'],
    ['a room that is over', { opensInMs: -roomHourMs }, 'LIVE_ROOM_OVER'],
    ['a room of an encoder', { opensInMs: 0, source: 'rtmp' }, 'LIVE_NOT_HOST'],
  ])('%s', async (_, options, reason) => {
    const roomId = await givenLiveRoom(world, options);
    const host = await givenHost(world, roomId);
    expect((await changesNothing(world, () => start(roomId, host))).refusal).toBe(reason);
  });

  it('others than its hosts, also those who were hosts, and unknown rooms', async () => {
    const { roomId, host, broadcastId, send } = await givenBroadcast(1);
    const other = await world.given.fan({});
    expect((await changesNothing(world, () => start(roomId, other))).refusal).toBe('LIVE_NOT_HOST');
    expect((await changesNothing(world, () => stop(broadcastId, other, true))).refusal).toBe(
      'LIVE_BROADCAST_NOT_FOUND',
    );
    const foreign = await changesNothing(world, () => sendPart(world, other, { broadcastId, part: 1 }));
    expect([foreign.statusCode, foreign.json().code]).toEqual([404, 7021]);
    expect(
      (await changesNothing(world, () => sendPart(world, { token: '' }, { broadcastId, part: 1 }))).statusCode,
    ).toBe(401);
    await world.ownerPool.query('DELETE FROM live_appointment WHERE room_id = $1', [roomId]);
    later(4);
    expect((await changesNothing(world, () => send(1))).statusCode).toBe(403);
    expect((await changesNothing(world, () => start('no-room', host))).refusal).toBe('LIVE_ROOM_NOT_FOUND');
  });

  it('a room that was cancelled or ended meanwhile', async () => {
    const { roomId, send } = await givenBroadcast(1);
    await world.ownerPool.query('UPDATE live_room SET cancelled_at = $2 WHERE id = $1', [roomId, world.clock.now()]);
    later(4);
    expect((await changesNothing(world, () => send(1))).statusCode).toBe(409);
  });

  it.each<[string, number | 'init', () => Promise<Buffer>, string]>([
    ['a segment out of order', 3, () => loopFile(3), 'number 1 comes first'],
    ['what is no segment', 1, async () => Buffer.from('no segment at all'), 'isn’t a segment of fragmented MP4'],
    ['an initialisation in place of a segment', 1, () => loopFile('init'), 'isn’t a segment'],
    ['a segment that is cut off', 1, async () => (await loopFile(1)).subarray(0, -1), 'isn’t a segment'],
    ['a segment in place of the initialisation', 'init', () => loopFile(1), 'isn’t a segment'],
  ])('%s', async (_, part, bytes, reason) => {
    const { send } = await givenBroadcast(1);
    later(4);
    const given = await bytes();
    const reply = await changesNothing(world, () => send(part, given));
    expect(reply.statusCode).toBe(422);
    expect(reply.json().message).toContain(reason);
  });

  it('segments without an initialisation, that come too early, of another type or too large', async () => {
    const { roomId, host, send } = await givenBroadcast(1);
    const large = await changesNothing(world, () => send(1, Buffer.alloc(2_000_001)));
    expect([large.statusCode, large.json().message]).toEqual([422, expect.stringContaining('larger than 2 MB')]);
    const typed = await changesNothing(world, () => send(1, undefined, 'text/plain'));
    expect([typed.statusCode, typed.json().message]).toEqual([422, expect.stringContaining('video/mp4')]);
    for (const part of [1, 2, 3]) await send(part);
    const early = await changesNothing(world, () => send(4));
    expect([early.statusCode, early.json().message]).toEqual([422, expect.stringContaining('earlier than its time')]);
    const { broadcastId } = (await start(roomId, host)).data;
    later(4);
    const bare = await changesNothing(world, () => sendPart(world, host, { broadcastId, part: 0 }));
    expect(bare.json().message).toContain('describes its tracks');
  });
});
