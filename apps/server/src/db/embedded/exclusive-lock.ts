import { DatabaseSync } from 'node:sqlite';

export type ExclusiveLock = { release(): void };

/**
 * Takes a lock on a file that the operating system lets go of when this process ends, however it ends: no stale lock
 * to recognise, no process id that may have been given to someone else. Node offers no file locks itself; SQLite,
 * which comes with Node, takes real ones (fcntl) for an exclusive transaction, and nothing is ever written.
 *
 * @returns undefined when another holder lives
 */
export function tryLock(path: string): ExclusiveLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** https://www.sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;
