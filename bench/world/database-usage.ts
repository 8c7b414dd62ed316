import { readFile } from 'node:fs/promises';
import { childrenOf } from './children-of.ts';
import type { OwnerPool } from './owner-connection.ts';

/** What PostgreSQL has used since its start. */
export type DatabaseUsage = {
  /** Processor time of all its processes, also of ended ones, by the operating system. Undefined on systems other than Linux. */
  readonly processorMs: number | undefined;
  /** Bytes of its write-ahead log. */
  readonly walBytes: number;
  /** Bytes that the database takes on the disk, its log left out. */
  readonly diskBytes: number;
};

/** The kernel counts in hundredths of a second on every platform that Node supports. */
const msPerTick = 10;

export async function databaseUsage(ownerPool: OwnerPool): Promise<DatabaseUsage> {
  const { rows } = await ownerPool.query<{ pid: number; wal: number; disk: number }>(
    `SELECT pg_backend_pid() AS pid, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint AS wal,
            pg_database_size(current_database()) AS disk`,
  );
  const [{ pid, wal, disk } = { pid: 0, wal: 0, disk: 0 }] = rows;
  return { processorMs: await processorMsAround(pid), walBytes: wal, diskBytes: disk };
}

/** Measures the processor time of the postmaster of a backend, and of all that it has started. */
async function processorMsAround(backend: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { parent: postmaster } = await statOf(backend);
  const all = await Promise.all([postmaster, ...(await childrenOf(postmaster))].map(statOf));
  return all.reduce((sum, { ticks }) => sum + ticks, 0) * msPerTick;
}

/** Reads a process's parent, and its processor time with that of its children that have ended. */
async function statOf(pid: number): Promise<{ readonly parent: number; readonly ticks: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // "pid (program) state parent …", where the program's name may hold anything, brackets too.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    parent: Number(fields[1] ?? 0),
    ticks: fields
      .slice(11, 15)
      .map(Number)
      .reduce((sum, one) => sum + one, 0),
  };
}
