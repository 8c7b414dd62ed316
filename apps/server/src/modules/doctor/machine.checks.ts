import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createClusterClock } from '#/db/cluster-clock.ts';
import { systemClock } from '#/lib/clock.ts';
import { CannotKnow, type Check, checkBySettings, checkInDatabase, checkInSchema, counted } from './check.ts';
import { readGrowth } from './doctor.view.ts';

const gigabyte = 1_000_000_000;
const fewestDays = 14;
const leastFree = { share: 0.05, bytes: gigabyte };

/** Reads the disk of a folder, or of the nearest one above it that is there. */
async function diskOf(folder: string): Promise<{ readonly free: number; readonly size: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch (error) {
    const above = dirname(folder);
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || above === folder) throw error;
    return diskOf(above);
  }
}

function sizeOf(bytes: number): string {
  return bytes >= gigabyte ? `${(bytes / gigabyte).toFixed(1)} GB` : `${Math.round(bytes / 1_000_000)} MB`;
}

const disk = checkBySettings(
  {
    id: 'disk',
    group: 'machine',
    what: 'Disk of DATA_DIR',
    why: 'On a full disk no vote and no picture is kept.',
    outcomes: {
      enough: { state: 'ok', found: '{free} of {size} are free.' },
      full: {
        state: 'wrong',
        found: 'Only {free} of {size} are free in {folder}.',
        advice: 'Make room or a larger disk: docs/operating/sizing.md, “Sizing sheet”, says how much an event needs.',
      },
    },
  },
  async ({ settings: { dataDir: folder } }) => {
    const { free, size } = await diskOf(folder);
    const isFull = free < leastFree.bytes || free < size * leastFree.share;
    return { outcome: isFull ? 'full' : 'enough', free: sizeOf(free), size: sizeOf(size), folder };
  },
);

const growth = checkInSchema(
  {
    id: 'growth',
    group: 'machine',
    what: 'Growth of the database',
    why: 'A disk fills faster the nearer an election comes to its end.',
    outcomes: {
      elsewhere: {
        state: 'ok',
        found: 'It has {bytes} and grows by {growth} a day. Its disk is not this machine’s, or not seen from here.',
      },
      lasts: { state: 'ok', found: 'It has {bytes} and grows by {growth} a day: the disk lasts {days}.' },
      soon: {
        state: 'wrong',
        found: 'It has {bytes} and grows by {growth} a day: the disk is full in {days}.',
        advice: 'Make room or a larger disk before then.',
      },
      young: { state: 'ok', found: 'It has {bytes}. Its growth is known some hours after the first start.' },
    },
  },
  async ({ pool, settings, now }) => {
    const { bytes, bytesADay } = await readGrowth(pool, now());
    if (bytesADay === null) return { outcome: 'young', bytes: sizeOf(bytes) };
    const values = { bytes: sizeOf(bytes), growth: sizeOf(Math.max(0, bytesADay)) };
    if (settings.databaseUrl !== undefined) return { outcome: 'elsewhere', ...values };
    const { free } = await diskOf(settings.dataDir);
    const days = bytesADay > 0 ? Math.floor(free / bytesADay) : Number.POSITIVE_INFINITY;
    return {
      outcome: days < fewestDays ? 'soon' : 'lasts',
      ...values,
      days: counted(days > 999 ? 'more than 999' : days, 'day'),
    };
  },
);

/** The alert `ClockLost` pages at the same difference. */
const mostMs = 50;

const clockTexts = {
  ok: { state: 'ok', found: 'They differ by {ms} ms.' },
  apart: {
    state: 'wrong',
    found: 'This machine is {ms} ms {direction}.',
    advice: 'Run chrony or systemd-timesyncd on every machine against the same sources; never set a clock by a jump.',
  },
} as const;

function compare(aheadMs: number) {
  const ms = Math.round(Math.abs(aheadMs));
  return { outcome: ms > mostMs ? 'apart' : 'ok', ms, direction: aheadMs > 0 ? 'ahead' : 'behind' } as const;
}

const whyClocks = 'A vote counts by the clock of the machine that received it, to the millisecond.';

const databaseClock = checkInDatabase(
  {
    id: 'clock-of-database',
    group: 'machine',
    what: 'Clock against the database’s',
    why: whyClocks,
    outcomes: clockTexts,
  },
  async ({ pool, now }) => {
    let ahead = 0;
    await createClusterClock({ ...systemClock, now }, pool, (seconds) => (ahead = seconds))();
    return compare(ahead * 1000);
  },
);

const networkClock = checkBySettings(
  {
    id: 'clock-of-network',
    group: 'machine',
    what: 'Clock against NTP',
    why: whyClocks,
    outcomes: { ...clockTexts, off: { state: 'off', found: 'NTP_SERVER names no time server.' } },
    limitMs: 5_000,
  },
  async ({ settings: { ntpServer }, now }) =>
    ntpServer === undefined ? { outcome: 'off' } : compare(await millisecondsAhead(ntpServer, now)),
);

const ntpPort = 123;
/** A request of version 4 from a client; the rest of its 48 bytes is empty (RFC 4330). */
const request = Buffer.from([0x23, ...Array.from({ length: 47 }, () => 0)]);
const secondsFrom1900To1970 = 2_208_988_800;

/** Asks a time server by SNTP. @returns by how much this machine is ahead, for certain: half the way does not count */
async function millisecondsAhead(server: string, now: () => Date): Promise<number> {
  const [host = '', port = ntpPort] = server.split(':');
  const socket = createSocket('udp4');
  try {
    const signal = AbortSignal.timeout(4_000);
    socket.connect(Number(port), host);
    await once(socket, 'connect', { signal });
    const sentAt = now().getTime();
    socket.send(request);
    const [answer] = (await once(socket, 'message', { signal })) as [Buffer];
    const gotAt = now().getTime();
    if (answer.length < request.length || answer.readUInt8(1) === 0)
      throw new CannotKnow('The time server has no time.');
    const received = timeIn(answer, 32);
    const sent = timeIn(answer, 40);
    // Its clock was between `sentAt` and `gotAt` when it answered, so only more than that is a difference.
    return Math.max(sentAt - received, 0) + Math.min(gotAt - sent, 0);
  } finally {
    socket.close();
  }
}

/** Reads a time of NTP: seconds since 1900, and their fraction of 2^32. */
function timeIn(answer: Buffer, at: number): number {
  return (answer.readUInt32BE(at) - secondsFrom1900To1970 + answer.readUInt32BE(at + 4) / 2 ** 32) * 1000;
}

export const machineChecks: readonly Check[] = [disk, growth, databaseClock, networkClock];
