import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The type that Linux gives file systems that live in memory alone (TMPFS_MAGIC in `man 2 statfs`). */
const tmpfs = 0x01_02_19_94;
const inMemory = '/dev/shm';
/** Several PostgreSQL clusters with their logs, and browsers' profiles. Containers often have 64 MiB here. */
const neededBytes = 4 * 2 ** 30;

/**
 * Makes a new folder for what tests write and throw away: in memory where the machine has the room, because every test
 * file makes a database of a thousand small files; else in the temporary folder. Other users may pass through, as
 * PostgreSQL's must under root. The remains of a killed run are removed first.
 *
 * @param {readonly string[]} [places] where such folders may lie
 * @param {(place: string) => boolean} [hasRoom] whether one of them may be taken; it is asked when all are swept, and the last
 * is taken where none may
 * @returns {string}
 */
export function makeThrowawayFolder(
  places = [inMemory, tmpdir()],
  hasRoom = (place) => place !== inMemory || hasRoomInMemory(),
) {
  for (const place of places) sweep(place);
  const place = places.find(hasRoom) ?? places.at(-1) ?? tmpdir();
  const folder = mkdtempSync(join(place, `lightstick-test-${process.pid}-`));
  chmodSync(folder, 0o711);
  return folder;
}

/**
 * Removes what ended runs of this user have left. It goes by process ids, so machines that see each other's temporary folder
 * but not each other's processes must not share one.
 *
 * @param {string} place
 */
function sweep(place) {
  if (!existsSync(place)) return;
  for (const name of readdirSync(place)) {
    const [, pid] = /^lightstick-test-(\d+)-/.exec(name) ?? [];
    const folder = join(place, name);
    if (pid === undefined || isAlive(Number(pid)) || !isOurs(folder)) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      // It costs room and nothing else.
      console.warn(`${folder} was left by a run that has ended, and cannot be removed:`, error);
    }
  }
}

/** @param {string} folder */
function isOurs(folder) {
  return lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function hasRoomInMemory() {
  if (!existsSync(inMemory)) return false;
  const { type, bavail, bsize } = statfsSync(inMemory);
  return type === tmpfs && bavail * bsize >= neededBytes;
}
