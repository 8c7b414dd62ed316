import { execFile, spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of its own that can be filled to the last byte. */
export type SmallDisk = AsyncDisposable & {
  readonly path: string;
  /** Takes all the room that is left. Answers how many bytes that were. */
  fill(): Promise<number>;
  /** Gives back what was taken. */
  free(): Promise<void>;
};

const chunk = Buffer.alloc(1024 * 1024);

/**
 * Mounts a file system in memory of a limited size at a folder.
 *
 * @returns why not, in words, where this process may not mount: it takes Linux and root.
 */
export async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk | string> {
  if (process.platform !== 'linux')
    return `a small file system is mounted on Linux only, and this is ${process.platform}`;
  if (process.getuid?.() !== 0) return 'mounting a small file system takes root';
  await mkdir(path, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'lightstick-small-disk', path]);
  } catch (error) {
    return `a small file system could not be mounted (${(error as Error).message.trim()})`;
  }
  // However this process ends, nothing stays mounted.
  const unmountAtEnd = () => void spawnSync('umount', ['--lazy', path]);
  process.once('exit', unmountAtEnd);
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => writeUntilFull(filler),
    free: () => rm(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      process.off('exit', unmountAtEnd);
      await run('umount', [path]);
    },
  };
}

async function writeUntilFull(filler: string): Promise<number> {
  await using file = await open(filler, 'a');
  let bytes = 0;
  // Smaller and smaller pieces: what is left after the last large one is room for a page of the database.
  for (let size = chunk.length; size >= 1;) {
    try {
      const { bytesWritten } = await file.write(chunk, 0, size);
      bytes += bytesWritten;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
  return bytes;
}
