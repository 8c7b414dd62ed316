import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { videoUploadPath } from '@lightstick/contract';
import { describe, expect, it } from 'vitest';
import { changesNothing } from '../../world/changes-nothing.ts';
import { runJobs } from '../../world/sign-up.ts';
import { metadataOf } from '../../world/tus-upload.ts';
import { videoFile } from '../../world/video-file.ts';
import { beginPart } from './begin-part.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

const hourMs = 60 * 60_000;

it('An upload whose connection breaks five times goes on, though a fan may send four parts at once.', async () => {
  await using given = await createVideoStage(undefined, { environment: { RATE_LIMIT_FACTOR: '1' } });
  const file = await videoFile();
  const fan = await given.world.given.fan();
  const url = await given.begun(fan, file.length);
  for (let offset = 0; offset < 500; offset += 100) {
    const socket = await beginPart(given, fan, `PATCH ${url}`, { 'Upload-Offset': offset }, file.subarray(offset));
    await expect.poll(async () => (await given.mine(fan))[0]?.receivedBytes).toBe(offset + 100);
    socket.destroy();
    await expect.poll(async () => (await given.tus.offset(fan, url)).status).toBe(200);
  }
  expect((await given.tus.offset(fan, url)).headers.get('upload-offset')).toBe('500');
  expect((await given.tus.send(fan, url, 500, file.subarray(500))).status).toBe(204);
  await runJobs(given.world);
  expect((await given.mine(fan))[0]?.state).toBe('inReview');
});

describe('an upload that fails as it begins', () => {
  it('for want of a folder leaves no video behind', async () => {
    await using given = await createVideoStage();
    const fan = await given.world.given.fan();
    const folder = join(given.world.services.settings.dataDir, 'fan-videos');
    const begin = () => given.tus.begin(fan, 1000, given.told());
    await writeFile(folder, 'in the way');
    expect((await begin()).ok).toBe(false);
    expect(await given.mine(fan)).toEqual([]);
    await rm(folder);
    expect((await begin()).status).toBe(201);
  });

  it('because its connection breaks leaves no video behind', async () => {
    await using given = await createVideoStage();
    const fan = await given.world.given.fan();
    const headers = { 'Upload-Length': 1000, 'Upload-Metadata': metadataOf(given.told()) };
    const socket = await beginPart(given, fan, `POST ${videoUploadPath}`, headers, Buffer.alloc(1000));
    await expect.poll(async () => (await given.mine(fan))[0]?.receivedBytes).toBe(100);
    socket.destroy();
    await expect.poll(() => given.mine(fan)).toEqual([]);
    await expect.poll(() => given.files()).toEqual([]);
  });
});

it('A check without a result runs again within the next hour.', async () => {
  await using given = await createVideoStage();
  const fan = await given.world.given.fan();
  const file = await videoFile();
  const url = await given.begun(fan, file.length);
  await given.tus.send(fan, url, 0, file);
  const { rowCount } = await given.world.ownerPool.query(
    `SELECT graphile_worker.complete_jobs(ARRAY[id]) FROM graphile_worker.jobs
      WHERE task_identifier = 'check-fan-video'`,
  );
  expect(rowCount).toBe(1);
  const recheck = async () => {
    await given.world.ownerPool.query(`SELECT graphile_worker.add_job('recheck-fan-videos')`);
    await runJobs(given.world);
    await runJobs(given.world);
    return (await given.mine(fan))[0]?.state;
  };
  expect(await recheck()).toBe('checking');
  given.world.clock.advance(hourMs + 1);
  expect(await recheck()).toBe('inReview');
});

/** Uploads a complete video that is not inspected yet. */
async function uploadVideo(given: VideoStage) {
  const { world } = given;
  const fan = await world.given.fan();
  const file = await videoFile();
  const url = await given.begun(fan, file.length);
  await given.tus.send(fan, url, 0, file);
  return {
    path: join(world.services.settings.dataDir, 'fan-videos', url.split('/').at(-1) ?? ''),
    /** Inspects it now instead of at its time, if it is to be inspected any more. */
    recheck: async (language: 'en_US' | 'zh_TW' = 'en_US') => {
      await world.ownerPool.query(
        `SELECT graphile_worker.complete_jobs(ARRAY[id]) FROM graphile_worker.jobs
          WHERE task_identifier = 'check-fan-video'`,
      );
      await world.ownerPool.query(`SELECT graphile_worker.add_job('recheck-fan-videos')`);
      await runJobs(world);
      await runJobs(world);
      return given.mine(fan, language);
    },
  };
}

it.each(['en_US', 'zh_TW'] as const)(
  'A video whose file is gone is looked for during a day, also after a weekend off, then its fan is notified (%s).',
  async (language) => {
    await using given = await createVideoStage();
    const { world } = given;
    const { path, ...video } = await uploadVideo(given);
    const recheck = () => video.recheck(language);
    await rm(path);
    world.clock.advance(72 * hourMs);
    expect(await recheck()).toMatchObject([{ state: 'checking' }]);
    world.clock.advance(24 * hourMs - 1);
    expect(await recheck()).toMatchObject([{ state: 'checking' }]);
    world.clock.advance(1);
    expect(await recheck()).toMatchObject([
      {
        state: 'refused',
        refusal:
          language === 'en_US'
            ? 'We lost the video before we could check it. Sorry! Please upload it again.'
            : '影片在檢查前遺失了，請重新上傳。非常抱歉！',
      },
    ]);
    await changesNothing(world, recheck, { except: ['graphile_worker._private_jobs'] });
  },
);

it('A video whose file comes back within the day goes to review, and is missed no longer.', async () => {
  await using given = await createVideoStage();
  const { world } = given;
  const { path, recheck } = await uploadVideo(given);
  const readMissingSince = async () => (await world.db.selectFrom('fan_video').select('missing_since').execute())[0];
  await rename(path, `${path}.away`);
  world.clock.advance(2 * hourMs);
  expect(await recheck()).toMatchObject([{ state: 'checking' }]);
  expect(await readMissingSince()).toEqual({ missing_since: world.clock.now() });
  await rename(`${path}.away`, path);
  world.clock.advance(25 * hourMs);
  expect(await recheck()).toMatchObject([{ state: 'inReview' }]);
  expect(await readMissingSince()).toEqual({ missing_since: null });
});
