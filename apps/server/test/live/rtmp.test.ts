import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBroadcastFiles } from '#/modules/live/broadcast/broadcast-files.ts';
import { collectFragments } from '#/modules/live/broadcast/collect-fragments.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { givenLiveRoom, roomHourMs } from '../world/given-live-room.ts';
import type { TestOperator } from '../world/given-operator.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');

let world: World;
let scratch: ScratchFolder;
let rtmpFolder: string;
let operator: TestOperator;
const lines: string[] = [];
beforeAll(async () => {
  scratch = await createScratchFolder();
  rtmpFolder = join(scratch.path, 'rtmp');
  await mkdir(rtmpFolder);
  world = await createWorld({
    now: noon,
    environment: { LIVE_FOLDER: join(scratch.path, 'live'), LIVE_RTMP_FOLDER: rtmpFolder },
    onLogLine: (line) => lines.push(line),
  });
  operator = await world.given.operator();
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

async function newKey(roomId: string): Promise<string> {
  const body = { roomId, why: 'For the show' };
  const { data } = await world.call('POST /operator/api/v1/live/rotateKey', { operator, body, key: randomUUID() });
  return data.key.split('?key=')[1] ?? '';
}

async function givenEncoderRoom(options: Parameters<typeof givenLiveRoom>[1] = {}) {
  const roomId = await givenLiveRoom(world, { source: 'rtmp', price: 0, opensInMs: 0, ...options });
  return { roomId, key: await newKey(roomId) };
}

/** Calls as nginx does for an encoder; returns whether it may go on. */
async function says(event: 'publish' | 'update' | 'done', name: string, key: string, clientid = '7'): Promise<boolean> {
  const { statusCode } = await world.app.inject({
    method: 'POST',
    url: `/live/rtmp/${event}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ app: 'live', call: event, name, key, clientid }).toString(),
  });
  return statusCode === 204;
}

/** Writes fragments of two seconds as nginx does. */
async function writes(roomId: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await writeFile(join(rtmpFolder, `${roomId}-${number}.ts`), `fragment ${number}`);
  const listed = numbers.map((number) => `#EXTINF:2.000,\n${roomId}-${number}.ts\n`).join('');
  await writeFile(join(rtmpFolder, `${roomId}.m3u8`), `#EXTM3U\n#EXT-X-DISCONTINUITY\n${listed}`);
}

const collect = () => {
  const { db, clusterClock, log, settings } = world.services;
  return collectFragments({ db, clusterClock, log, rtmpFolder, files: createBroadcastFiles(settings) });
};
const load = async (roomId: string, name?: string) => {
  world.time.forget();
  const { data } = await world.call('POST /activity/api/v1/jplive/token', { body: { streamName: roomId } });
  return world.app.inject({ url: name === undefined ? data.url : data.url.replace('index.m3u8', name) });
};
/** Reads the playlist of a room, without the lines that are the same for each segment. */
async function segmentsAndGaps(roomId: string): Promise<string[]> {
  const { body } = await load(roomId);
  const found = body.matchAll(/#EXT-X-(DISCONTINUITY)\n|\d+\.ts/g);
  return [...found].map(([written, gap]) => (gap === undefined ? written : 'gap'));
}
const first = 1_773_000_000_000;

describe('an encoder', () => {
  it('is on air with the room’s key, and what nginx writes is watched', async () => {
    const { roomId, key } = await givenEncoderRoom();
    expect(await says('publish', roomId, key)).toBe(true);
    later(4);
    await writes(roomId, [first, first + 2000]);
    // Two processes collect at once.
    await Promise.all([collect(), collect(), collect()]);
    later(2);
    await writes(roomId, [first, first + 2000, first + 4000]);
    await collect();
    const { body } = await load(roomId);
    expect(body).toContain('#EXT-X-TARGETDURATION:2');
    expect(body).not.toContain('#EXT-X-MAP');
    expect(body.match(/\d+\.ts/g)).toEqual(['0.ts', '1.ts', '2.ts']);
    const segment = await load(roomId, '2.ts');
    expect(segment.headers['content-type']).toBe('video/mp2t');
    expect(segment.body).toBe(`fragment ${first + 4000}`);
  });

  it('ends with what it sent last, and another goes on where it ended', async () => {
    const { roomId, key } = await givenEncoderRoom();
    await says('publish', roomId, key, '1');
    later(2);
    await writes(roomId, [first]);
    expect(await says('done', roomId, key, '1')).toBe(true);
    // What nginx still lists is not taken for the second one.
    later(1);
    expect(await says('publish', roomId, key, '2')).toBe(true);
    await collect();
    later(2);
    await rm(join(rtmpFolder, `${roomId}.m3u8`));
    await collect();
    await writes(roomId, [first + 60_000]);
    await collect();
    expect(await segmentsAndGaps(roomId)).toEqual(['gap', '0.ts', 'gap', '1.ts']);
  });

  it('is cut at the next update once its key is replaced, its room is over, or another took its place', async () => {
    const { roomId, key } = await givenEncoderRoom();
    await says('publish', roomId, key);
    expect(await says('update', roomId, key)).toBe(true);
    expect(await says('update', roomId, key, '8')).toBe(false);
    const second = await newKey(roomId);
    expect(await says('update', roomId, key)).toBe(false);
    expect(await says('publish', roomId, key)).toBe(false);
    expect(await says('publish', roomId, second)).toBe(true);
    later(roomHourMs / 1000);
    expect(await says('update', roomId, second)).toBe(false);
  });

  it.each<[string, Parameters<typeof givenLiveRoom>[1]]>([
    ['the room opens in an hour', { opensInMs: roomHourMs }],
    ['the room is over', { opensInMs: -roomHourMs }],
  ])('is refused where %s', async (_, options) => {
    const { roomId, key } = await givenEncoderRoom(options);
    expect(await changesNothing(world, () => says('publish', roomId, key))).toBe(false);
  });

  it('is refused with a wrong key, without one, for an unknown room, and beside another one', async () => {
    const { roomId, key } = await givenEncoderRoom();
    const refusalOf = (name: string, sent: string, client?: string) =>
      changesNothing(world, () => says('publish', name, sent, client));
    expect(await refusalOf(roomId, `${key.slice(0, -1)}_`)).toBe(false);
    expect(await refusalOf(roomId, '')).toBe(false);
    expect(await refusalOf('no-room', key)).toBe(false);
    expect(await refusalOf(await givenLiveRoom(world, { opensInMs: 0 }), key)).toBe(false);
    expect(await refusalOf(roomId, key, 'not a number')).toBe(false);
    await says('publish', roomId, key, '1');
    expect(await refusalOf(roomId, key, '2')).toBe(false);
    // nginx asks again when it missed the answer.
    expect(await changesNothing(world, () => says('publish', roomId, key, '1'))).toBe(true);
    // nginx has dropped an encoder that was silent for so long.
    later(16);
    expect(await says('publish', roomId, key, '2')).toBe(true);
    expect(lines.join('')).toContain('/live/rtmp/publish');
    expect(lines.join('')).not.toContain(key);
  });

  it('that sends too much is cut, and stops no other', async () => {
    const fast = await givenEncoderRoom();
    const right = await givenEncoderRoom();
    for (const { roomId, key } of [fast, right]) await says('publish', roomId, key);
    later(4);
    await writes(
      fast.roomId,
      Array.from({ length: 20 }, (_, place) => first + 2000 * place),
    );
    await writes(right.roomId, [first]);
    await collect();
    expect(await says('update', fast.roomId, fast.key)).toBe(false);
    expect(await says('update', right.roomId, right.key)).toBe(true);
    expect((await load(right.roomId)).body).toContain('0.ts');
  });

  it('continues after a gap, which players are told of', async () => {
    const { roomId, key } = await givenEncoderRoom();
    await says('publish', roomId, key);
    later(2);
    await writes(roomId, [first]);
    await collect();
    later(60);
    await writes(roomId, [first + 30_000, first + 32_000]);
    await collect();
    expect(await segmentsAndGaps(roomId)).toEqual(['gap', '0.ts', 'gap', '1.ts', '2.ts']);
  });

  it('is one at a time, although forty come at once', async () => {
    const { roomId, key } = await givenEncoderRoom();
    const clients = Array.from({ length: 40 }, (_, client) => String(client));
    const admitted = await Promise.all(clients.map((client) => says('publish', roomId, key, client)));
    expect(admitted.filter(Boolean)).toHaveLength(1);
  });
});
