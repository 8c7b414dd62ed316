import { mkdir, readdir, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#/config/settings.ts';
import { createLog } from '#/log.ts';
import { tryVideoStorage } from '#/modules/tasks/index.ts';
import { openVideoStorage } from '#/modules/tasks/videos/open-video-storage.ts';
import { StorageUnavailable } from '#/modules/tasks/videos/video-storage.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { type FaultyLine, openFaultyLine } from '../../world/faulty-connection.ts';
import {
  hasObjectStorage,
  type ObjectStorage,
  startObjectStorage,
} from '../../world/object-storage/start-object-storage.ts';
import { createScratchFolder, type ScratchFolder } from '../../world/scratch-folder.ts';
import { runJobs } from '../../world/sign-up.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from '../../tasks/videos/given-video-task.ts';

const hourMs = 60 * 60_000;
const part = Buffer.alloc(600_000, 7);

describe.runIf(hasObjectStorage)('S3 storage that fails', () => {
  const lines: string[] = [];
  let objects: ObjectStorage;
  let line: FaultyLine;
  let stage: VideoStage;
  let file: Buffer;
  let picture: Buffer;
  beforeAll(async () => {
    objects = await startObjectStorage();
    line = await openFaultyLine(objects.port);
    const environment = { ...objects.environment, S3_ENDPOINT: `http://127.0.0.1:${line.port}` };
    stage = await createVideoStage(undefined, {
      objects: { ...objects, environment },
      // A busy machine may take a while, so that only what never answers is too late.
      settings: { videoStorageMs: 5_000 },
      onLogLine: (told) => lines.push(told),
    });
    file = await videoFile();
    picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer();
  });
  beforeEach(async () => {
    line.set('none');
    await line.close();
    await line.open();
    lines.length = 0;
  });
  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    await line[Symbol.asyncDispose]();
    await objects[Symbol.asyncDispose]();
  });

  const onTheirWay = () => readdir(join(stage.world.services.settings.dataDir, 'fan-videos-on-their-way'));
  const told = () => lines.filter((text) => text.includes('the storage of videos is away'));

  it('by being away refuses parts, offsets and posters with 503, changes nothing, and goes on afterwards', async () => {
    const { world, tus } = stage;
    const fan = await world.given.fan();
    const url = await stage.begun(fan, part.length);
    const videoId = url.split('/').at(-1) ?? '';
    await tus.send(fan, url, 0, part.subarray(0, 1000));
    const before = await objects.keys();
    await line.close();
    expect((await changesNothing(world, () => tus.send(fan, url, 1000, part.subarray(1000)))).status).toBe(503);
    expect((await changesNothing(world, () => tus.offset(fan, url))).status).toBe(503);
    const upload = new Blob([new Uint8Array(picture)]);
    const posted = await changesNothing(world, () =>
      world.call('POST /task/api/v1/fanVideo/setPoster', { fan, upload, body: { videoId } }),
    );
    expect(posted.refusal).toBe('SERVICE_UNAVAILABLE');
    const mine = await world.call('POST /task/api/v1/fanVideo/getMyVideos', { fan, body: {} });
    expect(mine.data.list).toMatchObject([{ videoId, state: 'uploading' }]);
    expect(mine.data.list[0]).not.toHaveProperty('receivedBytes');
    expect(told().length).toBeGreaterThan(0);
    expect(await objects.keys()).toEqual(before);
    await line.open();
    expect((await tus.offset(fan, url)).headers.get('upload-offset')).toBe('1000');
    expect((await tus.send(fan, url, 1000, part.subarray(1000))).status).toBe(204);
    expect((await stage.mine(fan))[0]).toMatchObject({ videoId, state: 'checking' });
    expect(await onTheirWay()).toEqual([]);
  });

  it('in the middle of a part leaves nothing of it, and takes it the next time', async () => {
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, part.length);
    // The listing passes, and so do the first bytes of the part; what is sent once more is cut too.
    line.set({ cutAfterBytes: 100_000 });
    expect((await stage.tus.send(fan, url, 0, part)).status).toBe(503);
    line.set('none');
    expect((await stage.tus.offset(fan, url)).headers.get('upload-offset')).toBe('0');
    expect((await stage.tus.send(fan, url, 0, part)).status).toBe(204);
    expect(await onTheirWay()).toEqual([]);
  });

  it('by saying nothing is waited for a while, and not without end', async () => {
    await using given = await createVideoStage(undefined, {
      objects: {
        ...objects,
        environment: { ...objects.environment, S3_ENDPOINT: `http://127.0.0.1:${line.port}` },
      },
      settings: { videoStorageMs: 3_000 },
    });
    const fan = await given.world.given.fan();
    const url = await given.begun(fan, part.length);
    line.set('silent');
    expect((await given.tus.send(fan, url, 0, part)).status).toBe(503);
    line.set('none');
    await line.close();
    await line.open();
    expect((await given.tus.send(fan, url, 0, part)).status).toBe(204);
  });

  it('while a video is checked refuses no video: it is checked again later', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    const url = await stage.begun(fan, file.length);
    expect((await stage.tus.send(fan, url, 0, file)).status).toBe(204);
    await line.close();
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await world.ownerPool.query(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
      await runJobs(world);
    }
    expect((await stage.mine(fan))[0]?.state).toBe('checking');
    await line.open();
    world.clock.advance(hourMs + 1);
    await world.ownerPool.query(`SELECT graphile_worker.add_job('recheck-fan-videos')`);
    await runJobs(world);
    await runJobs(world);
    expect((await stage.mine(fan))[0]?.state).toBe('inReview');
  });

  it.each([
    ['stops', { silentAfterAnswered: 12_000 }],
    ['breaks', { cutAfterAnswered: 12_000 }],
  ] as const)('and %s in the middle of a check refuses no video', async (_what, fault) => {
    await using given = await createVideoStage(undefined, {
      objects: {
        ...objects,
        environment: { ...objects.environment, S3_ENDPOINT: `http://127.0.0.1:${line.port}` },
      },
      // Nothing waits for a broken request; a stopped one is awaited, but a busy machine may answer late.
      settings: { videoStorageMs: 'silentAfterAnswered' in fault ? 2_000 : 5_000 },
      onLogLine: (text) => lines.push(text),
    });
    const { world } = given;
    const fan = await world.given.fan();
    const large = await videoFile({ seconds: 50 });
    expect(large.length).toBeGreaterThan(30_000);
    const url = await given.begun(fan, large.length);
    expect((await given.tus.send(fan, url, 0, large)).status).toBe(204);
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      line.set(fault);
      await world.ownerPool.query(`UPDATE graphile_worker._private_jobs SET run_at = now()`);
      await runJobs(world);
    }
    expect(told().some((text) => text.includes('in the middle'))).toBe(true);
    line.set('none');
    expect((await given.mine(fan))[0]?.state).toBe('checking');
    world.clock.advance(hourMs + 1);
    await world.ownerPool.query(`SELECT graphile_worker.add_job('recheck-fan-videos')`);
    await runJobs(world);
    await runJobs(world);
    expect((await given.mine(fan))[0]?.state).toBe('inReview');
  });

  it('under a player answers 503, and plays on when it is back', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    await stage.uploaded(fan, file);
    const [video] = await stage.mine(fan);
    const address = new URL(video?.videoUrl ?? '', world.app.listeningOrigin);
    await line.close();
    const reply = await fetch(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([503, 'application/json; charset=utf-8']);
    await line.open();
    expect((await fetch(address)).status).toBe(200);
  });

  it('by stopping in the middle of an answer ends it', async () => {
    const settings = { ...stage.world.services.settings, videoStorageMs: 3_000 };
    const storage = openVideoStorage(settings, createLog('silent'));
    const videoId = 'd'.repeat(32);
    const large = 'x'.repeat(1_000_000);
    await objects.put(`fan-videos/${videoId}`, large);
    line.set({ silentAfterAnswered: 300_000 });
    const stream = await storage.read(videoId, 'video', { start: 0, end: large.length - 1 });
    await expect(Array.fromAsync(stream)).rejects.toThrow(StorageUnavailable);
  });

  it('tells its log neither keys nor signatures', async () => {
    const fan = await stage.world.given.fan();
    await line.close();
    await stage.tus.offset(fan, await stage.begun(fan, 1000));
    expect(told().length).toBeGreaterThan(0);
    const secret = objects.environment['S3_SECRET_ACCESS_KEY'] ?? '';
    for (const text of [secret, 'Signature=', 'AWS4-HMAC']) expect(lines.join('\n')).not.toContain(text);
  });
});

describe.runIf(hasObjectStorage)('a start with S3 storage', () => {
  let objects: ObjectStorage;
  let scratch: ScratchFolder;
  beforeAll(async () => {
    objects = await startObjectStorage();
    scratch = await createScratchFolder();
  });
  afterAll(async () => {
    await objects[Symbol.asyncDispose]();
    await scratch[Symbol.asyncDispose]();
  });

  /** Returns what a start writes to the log. */
  async function start(differing: Readonly<Record<string, string>>): Promise<string> {
    const told: string[] = [];
    const environment = { NODE_ENV: 'test', DATA_DIR: scratch.path, ...objects.environment };
    const settings = parseSettings({ ...environment, ...differing }, process.cwd());
    await tryVideoStorage({ settings, log: createLog('error', { write: (line) => void told.push(line) }) });
    return told.join('');
  }

  it('says nothing when the bucket does all that it has to do, and leaves nothing there', async () => {
    expect(await start({})).toBe('');
    expect(await objects.keys()).toEqual([]);
  });

  it('stops with a message about the settings when a key or the bucket is wrong', async () => {
    expect(await start({ S3_SECRET_ACCESS_KEY: 'not the secret'.replaceAll(' ', '-') })).toMatch(
      /the bucket \\"lightstick-videos\\" at http:.* \(PUT .* 403 SignatureDoesNotMatch\): check S3_ENDPOINT/,
    );
    expect(await start({ S3_ACCESS_KEY_ID: 'nobody:here' })).toMatch(/403/);
    expect(await start({ S3_BUCKET: 'another-bucket' })).toMatch(/no such bucket/);
    expect(await start({ S3_REGION: 'eu-central-1' })).toMatch(/400|403/);
  });

  it('removes the remains of a process that died with a part on its way, and nothing newer', async () => {
    const folder = join(scratch.path, 'fan-videos-on-their-way');
    for (const name of ['one-old', 'one-new']) await mkdir(join(folder, name), { recursive: true });
    // As a process leaves one that goes while it is looked at.
    await symlink(join(folder, 'gone'), join(folder, 'one-gone'));
    const twoDaysAgo = new Date(Date.now() - 48 * hourMs);
    await utimes(join(folder, 'one-old'), twoDaysAgo, twoDaysAgo);
    expect(await start({})).toBe('');
    expect(await readdir(folder)).toEqual(['one-gone', 'one-new']);
  });

  it('goes on without an answer, because votes need no bucket', async () => {
    const line = await openFaultyLine(objects.port);
    await line.close();
    const told = await start({ S3_ENDPOINT: `http://127.0.0.1:${line.port}` });
    expect(told).toContain('the storage of videos is away');
    expect(told).not.toContain('cannot be used');
  });
});
