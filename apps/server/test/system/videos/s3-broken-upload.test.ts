import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginPart } from '../../tasks/videos/begin-part.ts';
import { createVideoStage, type VideoStage } from '../../tasks/videos/given-video-task.ts';
import { hasObjectStorage, startObjectStorage } from '../../world/object-storage/start-object-storage.ts';
import { runJobs } from '../../world/sign-up.ts';
import { videoFile } from '../../world/video-file.ts';

it.runIf(hasObjectStorage)('To S3 storage too it goes on with what every broken connection has brought.', async () => {
  await using objects = await startObjectStorage();
  await using given = await createVideoStage(undefined, { objects });
  const file = await videoFile();
  const fan = await given.world.given.fan();
  const url = await given.begun(fan, file.length);
  const offset = async () => Number((await given.tus.offset(fan, url)).headers.get('upload-offset'));
  for (let start = 0; start < 500; start += 100) {
    const socket = await beginPart(given, fan, `PATCH ${url}`, { 'Upload-Offset': start }, file.subarray(start));
    await expect.poll(() => bytesOnTheirWay(given)).toBe(100);
    socket.destroy();
    await expect.poll(offset).toBe(start + 100);
  }
  expect((await given.tus.send(fan, url, 500, file.subarray(500))).status).toBe(204);
  await runJobs(given.world);
  expect((await given.mine(fan))[0]?.state).toBe('inReview');
});

/** Counts the bytes of a part that has arrived and is not in the bucket yet. */
async function bytesOnTheirWay({ world }: VideoStage): Promise<number> {
  const folder = join(world.services.settings.dataDir, 'fan-videos-on-their-way');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('bytes'));
  const sizes = await Promise.all(
    files.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
