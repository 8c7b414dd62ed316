import fs from 'node:fs';
import { mkdtemp, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { videoFile } from '../../world/video-file.ts';
import { createVideoStage, type VideoStage } from './given-video-task.ts';

const isLinux = process.platform === 'linux';
const part = Buffer.alloc(300_000, 7);

const folderOf = ({ world }: VideoStage) => join(world.services.settings.dataDir, 'fan-videos');
const fileOf = (stage: VideoStage, url: string) => join(folderOf(stage), url.split('/').at(-1) ?? '');

const diskOf = (path: string) => fs.statSync(path, { throwIfNoEntry: false })?.dev;

/** A folder that is on another disk than the temporary one, as a share that is mounted; undefined where there is none. */
const otherDisk = ['/dev/shm', '/var/tmp'].find((path) => ![undefined, diskOf(tmpdir())].includes(diskOf(path)));

/** Counts how often this process has a file open. */
async function timesOpen(path: string): Promise<number> {
  const fds = await readdir('/proc/self/fd');
  const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target === path).length;
}

describe('a disk that fails after uploads have worked', () => {
  it('with the folder gone refuses to begin, leaves no video behind, and takes the next', async () => {
    await using stage = await createVideoStage();
    const fan = await stage.world.given.fan();
    await stage.begun(fan, 1000);
    await rm(folderOf(stage), { recursive: true });
    await writeFile(folderOf(stage), 'in the way');
    expect((await stage.tus.begin(fan, 1000, stage.told())).status).toBe(500);
    await rm(folderOf(stage));
    // The video is deleted after the answer.
    await expect.poll(() => stage.mine(fan)).toHaveLength(1);
    expect((await stage.tus.begin(fan, 1000, stage.told())).status).toBe(201);
  });

  it('with the file gone says so, and does not restart it in the middle', async () => {
    await using stage = await createVideoStage();
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, part.length);
    await rm(fileOf(stage, url));
    expect((await stage.tus.send(fan, url, 0, part)).status).toBe(410);
    expect(await readdir(folderOf(stage))).toEqual([]);
  });

  it.runIf(isLinux)(
    'that is full refuses the part, closes the file, and takes the part once there is room',
    async () => {
      await using stage = await createVideoStage();
      const fan = await stage.world.given.fan();
      const url = await stage.begun(fan, part.length);
      const file = fileOf(stage, url);
      await rm(file);
      await symlink('/dev/full', file);
      expect((await stage.tus.send(fan, url, 0, part)).status).toBe(500);
      await expect.poll(() => timesOpen('/dev/full')).toBe(0);
      await rm(file);
      await writeFile(file, '');
      expect((await stage.tus.send(fan, url, 0, part)).status).toBe(204);
    },
  );

  it('that neither writes nor fails is waited for a while, and not without end', async () => {
    await using stage = await createVideoStage();
    const fan = await stage.world.given.fan();
    const url = await stage.begun(fan, part.length);
    stage.world.services.settings.videoPartMs = 2_000;
    const stuck = new Writable({ write: () => undefined });
    using files = vi.spyOn(fs, 'createWriteStream');
    files.mockReturnValueOnce(stuck as fs.WriteStream);
    const reply = await stage.tus.send(fan, url, 0, part);
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2']);
    stuck.destroy();
    await expect.poll(() => stage.tus.send(fan, url, 0, part).then(({ status }) => status)).toBe(204);
  });
});

describe.runIf(otherDisk)('a folder of videos that is a disk of its own', () => {
  it('takes them to review, and has nothing else in the end', async () => {
    await using stage = await createVideoStage();
    await using mounted = new AsyncDisposableStack();
    const share = await mkdtemp(join(otherDisk ?? '', 'lightstick-scratch-'));
    mounted.defer(() => rm(share, { recursive: true }));
    await symlink(share, folderOf(stage));
    const fan = await stage.world.given.fan();
    const videoId = await stage.uploaded(fan, await videoFile());
    expect(await stage.mine(fan)).toMatchObject([{ videoId, state: 'inReview' }]);
    expect(await readdir(share)).toEqual([videoId]);
  });
});
