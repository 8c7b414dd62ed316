import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from './schema.ts';
import type { Log } from '#/log.ts';
import { machineClock } from '#/lib/clock.ts';

/** Who did a heavy read: the replica, the primary for want of a replica, or the primary after the replica failed. */
export type ReadBy = 'replica' | 'primary' | 'primary instead';

/**
 * Does a long read on the read replica if there is one, else on the primary. It may begin on one and repeat on the other,
 * so it must change nothing.
 */
export type HeavyReads = <Result>(read: (db: Kysely<DB>) => Promise<Result>) => Promise<Result>;

export type HeavyReadsOptions = {
  readonly db: Kysely<DB>;
  readonly pool: Pool;
  /** The read replica's connections, and queries over them. */
  readonly replica?: Replica | undefined;
  readonly log: Log;
  readonly onRead?: (by: ReadBy) => void;
};

export type Replica = { readonly db: Kysely<DB>; readonly pool: Pool };

/** A replica on the same network lags by milliseconds. A longer lag means that it is busy or disconnected. */
const patienceMs = 2_000;
const pollMs = 20;

/**
 * Creates reads that see everything committed before their request: the replica must first replay what the primary had
 * written by then. So callers need not know who reads, and stored figures, such as those of a closed election, are
 * final.
 */
export function createHeavyReads({ db, pool, replica, log, onRead }: HeavyReadsOptions): HeavyReads {
  return async (read) => {
    if (!replica) {
      onRead?.('primary');
      return read(db);
    }
    try {
      await catchUp(pool, replica.pool);
      const result = await read(replica.db);
      onRead?.('replica');
      return result;
    } catch (error) {
      // A faulty read fails on the primary too, and that error is reported.
      log.warn({ err: error }, 'the read replica could not do a read, so the primary does');
      onRead?.('primary instead');
      return read(db);
    }
  };
}

/** Waits until the replica has replayed the primary's current position. Throws Error after a timeout. */
export async function catchUp(primary: Pool, replica: Pool): Promise<void> {
  const { rows } = await primary.query<Position>(primaryPosition);
  const [written] = rows;
  if (!written) throw new Error('The primary did not tell how far it has written');
  const end = new AbortController();
  try {
    // The replica may accept a query and never answer.
    await Promise.race([
      untilReplayed(replica, written, end.signal),
      machineClock.sleep(patienceMs, { signal: end.signal, ref: false }).then(() => {
        throw new Error(`The read replica is more than ${patienceMs / 1000} s behind`);
      }),
    ]);
  } finally {
    end.abort();
  }
}

type Position = { readonly system: string; readonly position: string };

/** A log position is only valid within one cluster. */
const primaryPosition = `
  SELECT system_identifier::text AS system, pg_current_wal_lsn()::text AS position FROM pg_control_system()`;

const replicaPosition = `
  SELECT system_identifier::text = $1 AND pg_is_in_recovery() AS "isReplica",
         coalesce(pg_last_wal_replay_lsn() >= $2::pg_lsn, false) AS "hasReplayed"
    FROM pg_control_system()`;

async function untilReplayed(replica: Pool, { system, position }: Position, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { rows } = await replica.query<{ isReplica: boolean; hasReplayed: boolean }>(replicaPosition, [
      system,
      position,
    ]);
    if (!rows[0]?.isReplica) throw new Error('DATABASE_READ_URL leads to no replica of the database in DATABASE_URL');
    if (rows[0].hasReplayed) return;
    await machineClock.sleep(pollMs, { ref: false });
  }
}
