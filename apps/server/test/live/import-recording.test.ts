import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRecording } from '#/modules/live/index.ts';
import { packRecording, type PackLimits } from '#/modules/live/picture/pack-recording.ts';
import { startsOf, timescalesOf } from '#/modules/live/picture/segment-boxes.ts';
import { givenRecordedRoom } from '../world/given-recorded-room.ts';
import { createScratchFolder, type ScratchFolder } from '../world/scratch-folder.ts';
import { videoFile, type VideoOptions } from '../world/video-file.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const captions = new Map([['en_US', 'WEBVTT\n\n00:01.000 --> 00:06.000\nHello\n'] as const]);

describe('importing a recording', () => {
  let world: World;
  let scratch: ScratchFolder;
  let made = 0;
  beforeAll(async () => {
    scratch = await createScratchFolder();
    world = await createWorld({ now: noon, environment: { LIVE_FOLDER: join(scratch.path, 'live') } });
  });
  afterAll(async () => {
    await world[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  });

  const writeContent = async (content: Buffer) => {
    const path = join(scratch.path, `file-${(made += 1)}`);
    await writeFile(path, content);
    return path;
  };
  const video = async (options: VideoOptions) => writeContent(await videoFile({ container: 'mp4', ...options }));
  const importFile = (file: string, target: { roomId: string } | { recordingId: string }) =>
    importRecording({
      ownerPool: world.ownerPool,
      liveFolder: world.services.settings.liveFolder,
      file,
      captions,
      target,
      now: world.clock.now(),
    });
  const folders = () => readdir(join(world.services.settings.liveFolder, 'recordings'));

  it.each(['mp4', 'mov'] as const)('cuts %s at the first key frame after four seconds', async (container) => {
    const file = await video({ container, seconds: 14, keyEverySeconds: 3, sound: 'aac' });
    const { recording } = await importFile(file, { recordingId: `cut-${container}` });
    expect(recording).toMatchObject({ durations: [6, 6, 2], codecs: 'avc1.42001f,mp4a.40.2', width: 320, height: 240 });
    const folder = join(world.services.settings.liveFolder, 'recordings', `cut-${container}`);
    const timescales = timescalesOf(await readFile(join(folder, 'init.mp4')));
    const starts = [];
    for (const n of [0, 1, 2])
      starts.push([...startsOf(await readFile(join(folder, `${n}.m4s`)), timescales).values()]);
    expect(starts.map(([picture]) => picture)).toEqual([0, 6, 12]);
    // Sound is cut where it is complete, at most one of five pictures a second before.
    for (const [picture = 0, sound = 0] of starts) expect(Math.abs(sound - picture)).toBeLessThanOrEqual(0.2);
  });

  it('takes a picture without sound', async () => {
    const { recording } = await importFile(await video({ seconds: 9 }), { recordingId: 'silent' });
    expect(recording).toMatchObject({ durations: [4, 4, 1], codecs: 'avc1.42001f' });
  });

  it('makes it the recording of a room to come, which then plays it with captions', async () => {
    const roomId = await givenRecordedRoom(world, { source: 'recording', opensIn: 60 });
    const file = await video({ seconds: 9, sound: 'aac' });
    const { recordingId } = await importFile(file, { roomId });
    expect(recordingId).toMatch(new RegExp(`^${roomId}-[0-9a-f]{10}$`));
    // A repeat finds what is there.
    expect((await importFile(file, { roomId })).recordingId).toBe(recordingId);
    world.clock.set(new Date(noon.getTime() + 70_000));
    const { data } = await world.call('POST /activity/api/v1/jplive/token', {
      body: { streamName: `${roomId}-stream` },
    });
    const load = (name: string) => world.app.inject({ url: data.url.replace('index.m3u8', name) });
    expect((await load('index.m3u8')).body).toContain('URI="captions-en_US.m3u8"');
    expect((await load('picture.m3u8')).body).toContain('2.m4s\n#EXT-X-ENDLIST');
    expect((await load('captions-en_US.m3u8')).body).toContain('1-en_US.vtt');
    expect((await load('1-en_US.vtt')).body).toContain('00:00:01.000 --> 00:00:06.000\nHello');
    expect((await load('captions-zh_TW.m3u8')).statusCode).toBe(404);
    world.clock.set(noon);
  });

  it.each<[string, VideoOptions | 'text' | 'half', RegExp, PackLimits?]>([
    ['another container', { container: 'webm' }, /neither an MP4 nor a MOV/],
    ['another codec of the picture', { codec: 'vp9' }, /encoded as vp09.*only H\.264/],
    ['another codec of the sound', { sound: 'opus' }, /sound is encoded as opus.*only AAC/],
    ['no key frame in time', { seconds: 20, keyEverySeconds: 10 }, /From 00:00:00 on it has no key frame/],
    ['more hours than are taken', { seconds: 5 }, /lasts 0\.0 hours/, { mostSeconds: 4 }],
    ['more bytes than are taken', { seconds: 5 }, /at most 0\.0 GB/, { mostBytes: 1000 }],
    ['no video at all', 'text', /neither an MP4 nor a MOV/],
    ['its end missing', 'half', /Its end is missing/],
  ])('refuses a file with %s, in words', async (_, what, words, limits) => {
    const file =
      typeof what === 'string'
        ? await writeContent(
            what === 'text'
              ? Buffer.alloc(10_000, 'no video ')
              : (await videoFile({ container: 'mp4', seconds: 20 })).subarray(0, 9_000),
          )
        : await video(what);
    await using target = await createScratchFolder();
    await expect(packRecording(file, target.path, new Map(), limits)).rejects.toThrow(words);
    await expect(packRecording(file, target.path, new Map(), limits)).rejects.toThrow(
      expect.objectContaining({ name: 'RecordingRefusal' }),
    );
  });

  it('leaves nothing behind when it refuses', async () => {
    const before = await folders();
    const bad = await video({ codec: 'vp9' });
    await expect(importFile(bad, { recordingId: 'never' })).rejects.toThrow('H.264');
    expect(await folders()).toEqual(before);
    const { rows } = await world.ownerPool.query(`SELECT FROM live_recording WHERE id = 'never'`);
    expect(rows).toEqual([]);
  });

  it('refuses rooms that are unknown, open or of another source, and ids that are taken or wrong', async () => {
    const file = await video({ seconds: 5 });
    const onAir = await givenRecordedRoom(world, { source: 'recording' });
    const loop = await givenRecordedRoom(world, { opensIn: 60 });
    await importFile(file, { recordingId: 'taken' });
    for (const [target, words] of [
      [{ roomId: 'no-such-room' }, 'There is no room no-such-room'],
      [{ roomId: onAir }, 'is open already'],
      [{ roomId: loop }, 'has the source loop'],
      [{ recordingId: 'taken' }, 'already a recording taken'],
      [{ recordingId: '../escape' }, 'small letters, digits and hyphens'],
    ] as const) {
      await expect(importFile(file, target)).rejects.toThrow(words);
    }
  });
});
