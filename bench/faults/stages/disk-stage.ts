import { setTimeout as sleep } from 'node:timers/promises';
import { createScratchFolder } from '../../../apps/server/test/world/scratch-folder.ts';
import { connectAsOwner } from '../../world/owner-connection.ts';
import { startRestartingServer } from '../../world/restarting-server.ts';
import { givenOutage, type World } from '../given-world.ts';
import { type Reads, watchReads } from '../watch-reads.ts';
import type { Sheet } from '../sheet.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { type OpenStage, usualRefusals } from './stage.ts';
import { stopAll } from './stop-all.ts';

const diskMegabytes = 320;
/** How long a disk stays full once the first vote was refused for it. */
const fullForMs = { least: 2_000, most: 5_000 };
/** As long as no page and no part of the log has to be added, a full disk is not noticed. */
const noticedTimeoutMs = 60_000;
const pollMs = 100;
/** More than there is room for on the disk. */
const mostSegments = 50;

/** A server whose database lies on a disk that is filled to the last byte, and emptied again. */
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

  /** Fills the disk and what has been kept for the log, so that the database ends, and cannot start before it has room. */
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
  async function keepFull(sheet: Sheet, forMs: number): Promise<void> {
    const refusedBefore = sheet.unknown['server unavailable'];
    const giveUpMs = performance.now() + noticedTimeoutMs;
    let untilMs = Number.POSITIVE_INFINITY;
    while (performance.now() < Math.min(untilMs, giveUpMs)) {
      await disk.fill();
      if (untilMs === Number.POSITIVE_INFINITY && sheet.unknown['server unavailable'] > refusedBefore) {
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
    async strike(fault, { random, sheet }) {
      if (!world) throw new Error('There are no fans yet');
      const reading = watchReads(server.address, world);
      if (fault === 'full disk with no room for the log') await exhaustLog();
      await keepFull(sheet, random.between(fullForMs.least, fullForMs.most));
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
