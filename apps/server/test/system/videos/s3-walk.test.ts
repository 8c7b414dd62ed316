import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { balanceOf } from '../../world/balance-of.ts';
import { changesNothing } from '../../world/changes-nothing.ts';
import { eraseFan } from '../../world/erase-fan.ts';
import type { TestFan } from '../../world/given-fan.ts';
import {
  hasObjectStorage,
  type ObjectStorage,
  startObjectStorage,
} from '../../world/object-storage/start-object-storage.ts';
import { runJobs } from '../../world/sign-up.ts';
import { tusClient } from '../../world/tus-upload.ts';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from '../../tasks/videos/given-video-task.ts';

const hourMs = 60 * 60_000;
const why = 'Everybody claps in time.';
const sizes = { maxBytes: 20_000_000, diskBytes: 40_000_000 };

const idOf = (url: string) => url.split('/').at(-1) ?? '';
const keysOf = (videoId: string) => expect.stringContaining(videoId) as string;

describe.runIf(hasObjectStorage)('with S3 storage', () => {
  let objects: ObjectStorage;
  let stage: VideoStage;
  let file: Buffer;
  beforeAll(async () => {
    objects = await startObjectStorage();
    stage = await createVideoStage(sizes, { objects });
    file = await videoFile();
  });
  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    await objects[Symbol.asyncDispose]();
  });

  const job = async (name: string) => {
    await stage.world.ownerPool.query('SELECT graphile_worker.add_job($1)', [name]);
    await runJobs(stage.world);
    await runJobs(stage.world);
  };

  it('a video goes from its first part to its reward, and is played in ranges', async () => {
    const { world, tus } = stage;
    const fan = await world.given.fan();
    const moderator = await world.given.operator('moderator');
    const url = await stage.begun(fan, file.length);
    const videoId = idOf(url);
    expect((await tus.send(fan, url, 0, file.subarray(0, 1000))).headers.get('upload-offset')).toBe('1000');
    expect((await tus.offset(fan, url)).headers.get('upload-offset')).toBe('1000');
    expect(await stage.mine(fan)).toMatchObject([{ state: 'uploading', receivedBytes: 1000 }]);
    expect((await tus.send(fan, url, 500, file.subarray(500))).status).toBe(409);
    expect((await tus.send(fan, url, 1000, file.subarray(1000))).status).toBe(204);
    await runJobs(world);
    expect(await stage.mine(fan)).toMatchObject([{ state: 'inReview', durationMs: 5000 }]);

    const picture = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#7c3aed' } })
      .png()
      .toBuffer();
    const posted = await world.call('POST /task/api/v1/fanVideo/setPoster', {
      fan,
      body: { videoId },
      upload: new Blob([new Uint8Array(picture)]),
    });
    expect(posted.refusal).toBeUndefined();
    expect(await stage.files()).toEqual(
      expect.arrayContaining([`fan-videos/${videoId}`, `fan-videos/${videoId}.webp`]),
    );

    const { data } = await world.call('GET /operator/api/v1/videos/file', { operator: moderator, query: { videoId } });
    const read = (range?: string, address = data.videoUrl) =>
      fetch(new URL(address, world.app.listeningOrigin), { ...(range && { headers: { range } }) });
    const whole = await read();
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/webm']);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(file);
    const middle = await read('bytes=100-199');
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 100-199/${file.length}`]);
    expect(Buffer.from(await middle.arrayBuffer())).toEqual(file.subarray(100, 200));
    expect(Buffer.from(await (await read('bytes=-5')).arrayBuffer())).toEqual(file.subarray(-5));
    expect((await read(`bytes=${file.length}-`)).status).toBe(416);
    const poster = await read(undefined, data.posterUrl ?? '');
    expect((await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).format).toBe('webp');

    const key = crypto.randomUUID();
    const accept = () =>
      world.call('POST /operator/api/v1/videos/accept', { operator: moderator, key, body: { videoId, why } });
    expect((await accept()).data).toEqual({ videoId, points: 300 });
    expect((await changesNothing(world, accept)).data).toEqual({ videoId, points: 300 });
    expect(await balanceOf(world, fan, 'POINT')).toBe(300);
    const copied = await world.call('POST /wallet/api/v1/user/getMyData', { fan, body: {} });
    expect(JSON.stringify(copied.data)).toContain(videoId);
  });

  it('what is no video is refused, and nothing of it stays', async () => {
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, Buffer.from('left, right, clap '.repeat(40)));
    expect((await stage.mine(fan))[0]).toMatchObject({
      state: 'refused',
      refusal: expect.stringMatching(/isn’t an MP4, MOV or WebM video/) as string,
    });
    expect(await stage.files()).not.toContainEqual(keysOf(videoId));
  });

  it('a video that is withdrawn goes, in every state', async () => {
    const fan = await stage.world.given.fan();
    const begun = await stage.begun(fan, file.length);
    await stage.tus.send(fan, begun, 0, file.subarray(0, 1000));
    const videos = [await stage.uploaded(fan, file), idOf(begun)];
    for (const videoId of videos) {
      const { refusal } = await stage.world.call('POST /task/api/v1/fanVideo/withdraw', { fan, body: { videoId } });
      expect(refusal).toBeUndefined();
    }
    const files = await stage.files();
    for (const videoId of videos) expect(files).not.toContainEqual(keysOf(videoId));
  });

  it('a fan who is erased takes their videos along', async () => {
    const fan = await stage.world.given.fan();
    const kept = await stage.uploaded(await stage.world.given.fan(), file);
    const videos = [await stage.uploaded(fan, file), idOf(await stage.begun(fan, 1000))];
    await eraseFan(stage.world, fan);
    const files = await stage.files();
    for (const videoId of videos) expect(files).not.toContainEqual(keysOf(videoId));
    expect(files).toContainEqual(keysOf(kept));
  });

  it('an upload goes on at another replica, and both tell the same', async () => {
    const { world } = stage;
    const replica = await buildApp(createServices(world.services));
    try {
      const other = tusClient(await replica.listen({ host: '127.0.0.1', port: 0 }));
      const fan = await world.given.fan();
      const url = await stage.begun(fan, file.length);
      const half = Math.floor(file.length / 2);
      const cuts = [0, 700, 1400, half, half + 1, file.length];
      for (const [turn, start] of cuts.slice(0, -1).entries()) {
        const [here, there] = turn % 2 === 0 ? [stage.tus, other] : [other, stage.tus];
        const part = file.subarray(start, cuts[turn + 1]);
        expect((await here.send(fan, url, start, part)).status).toBe(204);
        expect((await there.offset(fan, url)).headers.get('upload-offset')).toBe(String(start + part.length));
      }
      await runJobs(world);
      expect((await stage.mine(fan))[0]?.state).toBe('inReview');
    } finally {
      await replica.close();
    }
  });

  it('the same parts sent to two replicas forty times at once are one video, checked once', async () => {
    const { world } = stage;
    const replica = await buildApp(createServices(world.services));
    try {
      const clients = [stage.tus, tusClient(await replica.listen({ host: '127.0.0.1', port: 0 }))];
      const fan = await world.given.fan();
      const url = await stage.begun(fan, file.length);
      await stage.tus.send(fan, url, 0, file.subarray(0, 1000));
      const replies = await Promise.all(
        Array.from({ length: 20 }, () =>
          clients.map((client) => client.send(fan, url, 1000, file.subarray(1000))),
        ).flat(),
      );
      const taken = replies.filter((reply) => reply.status === 204).length;
      // Two processes do not know of one another; what they both take is the same bytes at the same place.
      expect([1, 2]).toContain(taken);
      const { rows } = await world.ownerPool.query(
        `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'check-fan-video'`,
      );
      expect(rows).toHaveLength(1);
      await runJobs(world);
      expect((await stage.mine(fan))[0]?.state).toBe('inReview');
      expect((await stage.files()).filter((key) => key.includes(idOf(url)))).toEqual([`fan-videos/${idOf(url)}`]);
    } finally {
      await replica.close();
    }
  });

  it('a part that arrives after its video was looked at changes nothing of what is shown', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    await objects.put(`fan-videos/${videoId}.parts/0-${file.length}`, 'x'.repeat(file.length));
    const [shown] = await stage.mine(fan);
    const reply = await fetch(new URL(shown?.videoUrl ?? '', world.app.listeningOrigin));
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(file);
  });

  it('a check whose end was not recorded runs again on what was kept', async () => {
    const { world } = stage;
    const fan = await world.given.fan();
    const videoId = await stage.uploaded(fan, file);
    await world.ownerPool.query(
      `UPDATE fan_video SET state = 'checking', container = NULL, duration_ms = NULL, width = NULL, height = NULL
        WHERE id = $1`,
      [videoId],
    );
    await world.ownerPool.query(
      `SELECT graphile_worker.add_job('check-fan-video', json_build_object('videoId', $1::text))`,
      [videoId],
    );
    await runJobs(world);
    expect((await stage.mine(fan))[0]).toMatchObject({ state: 'inReview', durationMs: 5000 });
  });

  it('what all videos may take counts as on a disk', async () => {
    await using given = await createVideoStage({ maxBytes: 1_000_000, diskBytes: 1_500_000 }, { objects });
    const [fan, other] = [await given.world.given.fan(), await given.world.given.fan()];
    await given.begun(fan, 1_000_000);
    expect(await given.refused(() => given.tus.begin(other, 1_000_000, given.told()))).toMatchObject({
      refusal: 'VIDEO_STORAGE_FULL',
    });
  });

  it('an unfinished upload is given up, and what no video holds is deleted', async () => {
    const { world } = stage;
    const fan: TestFan = await world.given.fan();
    const kept = await stage.uploaded(fan, file);
    const url = await stage.begun(fan, file.length);
    await stage.tus.send(fan, url, 0, file.subarray(0, 1000));
    await objects.put(`fan-videos/${'f'.repeat(32)}`, 'left behind');
    await objects.put(`fan-videos/${'f'.repeat(32)}.parts/0-11`, 'left behind');
    world.clock.advance(24 * hourMs);
    await job('expire-fan-videos');
    await job('sweep-fan-videos');
    const files = await stage.files();
    for (const gone of [idOf(url), 'f'.repeat(32)]) expect(files).not.toContainEqual(keysOf(gone));
    expect(files).toContainEqual(keysOf(kept));
  });
});
