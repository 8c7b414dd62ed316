import { execFile, spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { connectAsOwner } from '../../world/owner-connection.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { givenOutage, type World } from '../given-world.ts';
import type { Troubles } from '../send-until-known.ts';
import { type Reads, watchReads } from '../watch-reads.ts';
import { type OpenStage, usualRefusals, stopAll } from './stage.ts';

const diskMegabytes = 320;
/** How long a disk stays full once the first vote was refused for it. */
const fullForMs = { least: 2_000, most: 5_000 };
/** The longest time until a full disk is noticed, which takes an added page or part of the log. */
const noticedTimeoutMs = 60_000;
const pollMs = 100;
/** More than there is room for on the disk. */
const mostSegments = 50;

/** Opens a server whose database is on a disk that is filled to the last byte, and emptied again. */
export const openDiskStage: OpenStage = async (stack) => {
  const { path } = stack.use(await createScratchFolder());
  const mounted = await mountSmallDisk(`${path}/disk`, diskMegabytes);
  if (typeof mounted === 'string') return { skipped: mounted };
  const disk = stack.use(mounted);
  const server = stack.use(await startRestartingServer(disk.path));
  await server.ready();
  let world: World | undefined;
  const wrong: string[] = [];
  const reads: Reads[] = [];

  const sum = (figure: (read: Reads) => number) => reads.reduce((total, read) => total + figure(read), 0);

  /** Fills the disk and the reserve of the log, so that the database ends, and cannot start before it has room. */
  async function exhaustLog(): Promise<void> {
    await using connection = await connectAsOwner(disk.path);
    for (let segment = 0; segment < mostSegments; segment += 1) {
      await disk.fill();
      const isOver = await connection.ownerPool
        .query(`SELECT pg_logical_emit_message(false, '', ''), pg_switch_wal()`)
        .then(
          () => false,
          () => true,
        );
      if (isOver) return;
    }
    wrong.push(`the database took a full disk for ${mostSegments} parts of its log`);
  }

  /** Fills the disk, over and over: the database gives room back now and then. */
  async function keepFull({ unknown }: Troubles, forMs: number): Promise<void> {
    const refusedBefore = unknown['server unavailable'];
    const giveUpMs = performance.now() + noticedTimeoutMs;
    let untilMs = Number.POSITIVE_INFINITY;
    while (performance.now() < Math.min(untilMs, giveUpMs)) {
      await disk.fill();
      if (untilMs === Number.POSITIVE_INFINITY && unknown['server unavailable'] > refusedBefore) {
        untilMs = performance.now() + forMs;
      }
      await sleep(pollMs);
    }
    if (untilMs === Number.POSITIVE_INFINITY) wrong.push('no vote was refused while the disk was full');
  }

  return {
    addresses: [server.address],
    faults: ['full disk', 'full disk with no room for the log'],
    refusals: usualRefusals,
    async strike(fault, { random, troubles }) {
      if (!world) throw new Error('There are no fans yet');
      const reading = watchReads(server.address, world);
      if (fault === 'full disk with no room for the log') await exhaustLog();
      await keepFull(troubles, random.between(fullForMs.least, fullForMs.most));
      const read = await reading.stop();
      wrong.push(...read.wrong);
      reads.push(read);
      await disk.free();
      return { atMs: performance.now() };
    },
    async givenWorld(ownerPool) {
      world = await givenOutage(ownerPool);
      return world;
    },
    connectAsOwner: () => connectAsOwner(disk.path),
    ready: () => server.ready(),
    judge: () => Promise.resolve(wrong),
    figures: () => [
      ['Rankings read while the disk was full', sum(({ rankings }) => rankings.answered)],
      ['… and refused with 503', sum(({ rankings }) => rankings.unavailable)],
      ['Balances read while the disk was full', sum(({ balances }) => balances.answered)],
      ['… and refused with 503', sum(({ balances }) => balances.unavailable)],
    ],
    stop: () => stopAll([server]),
  };
};

const run = promisify(execFile);

/** A separate file system that can be filled to the last byte. */
type SmallDisk = AsyncDisposable & {
  readonly path: string;
  /** Takes all the room that is left. Answers how many bytes that were. */
  fill(): Promise<number>;
  /** Frees the taken space. */
  free(): Promise<void>;
};

const chunk = Buffer.alloc(1024 * 1024);

/**
 * Mounts a file system in memory of a limited size at a folder.
 *
 * @returns why not, in words, where this process may not mount: it takes Linux and root.
 */
async function mountSmallDisk(path: string, megabytes: number): Promise<SmallDisk | string> {
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
