import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { Fan, Sessions } from '#/http/caller.ts';
import type { Clock } from '#/lib/clock.ts';
import { createBatchLoader } from '#/lib/batch-loader.ts';
import { roomFor } from '#/lib/room-for.ts';
import { hashToken } from '#/lib/token.ts';
import type { Log } from '#/log.ts';

type Session = {
  readonly fan: Fan;
  readonly expiresAtMs: number;
  readonly signIn: { readonly id: string; readonly lastSeenAtMs: number };
};
type Remembered = Session & { readonly lookedUpAtMs: number };

/**
 * How long another replica may accept an ended session. Short enough to need no message between replicas, long enough
 * to save look-ups for consecutive calls.
 */
const rememberMs = 5_000;
const rememberedSessions = 50_000;

/** Tokens are 32 random bytes as base64url; longer input is rejected before it is hashed. */
const longestToken = 256;

/** A restart causes thousands of look-ups a second; single look-ups would cost as much as the calls. */
const inBatches = { readers: 2, batchMax: 200 };

type SessionServices = {
  readonly pool: Pool;
  readonly lookUps: { readonly pool: Pool };
  readonly clock: Clock;
  readonly log: Log;
};

/** Looks sessions up in a cache, then in the database in batches. */
export function createSessions(services: SessionServices): Sessions {
  const { lookUps, clock } = services;
  const remembered = new LRUCache<string, Remembered>(roomFor(rememberedSessions));
  const read = createBatchLoader<string, Session>(
    (keys) => retryOnLostConnection(() => readSessions(lookUps.pool, keys)),
    inBatches,
  );
  const noteSeen = createLastSeen(services);
  /** Counts calls of `forget`, so that a look-up detects a session that ended during its read. */
  let forgotten = 0;

  async function lookUp(key: string, nowMs: number): Promise<Fan | undefined> {
    const forgottenBefore = forgotten;
    const session = await read(key);
    if (session === undefined || session.expiresAtMs <= nowMs) return undefined;
    noteSeen(session.signIn);
    if (forgotten !== forgottenBefore) return session.fan;
    remembered.set(key, { ...session, lookedUpAtMs: nowMs });
    return session.fan;
  }

  return {
    async resolve(token) {
      if (token.length > longestToken) return undefined;
      const key = keyOf(hashToken(token));
      const nowMs = clock.now().getTime();
      const known = remembered.get(key);
      // The clock may have been set back by more than the cache time.
      if (known && Math.abs(nowMs - known.lookedUpAtMs) < rememberMs) {
        return nowMs < known.expiresAtMs ? known.fan : undefined;
      }
      return lookUp(key, nowMs);
    },
    forget(hashed) {
      forgotten += 1;
      remembered.delete(keyOf(hashed));
    },
    endedOf: (signInIds) => readEnded(lookUps.pool, signInIds),
  };
}

type Row = {
  token_hash: Buffer;
  id: number;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  sign_in_id: string;
  last_seen_at: Date;
};

async function readSessions(pool: Pool, keys: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await pool.query<Row>({
    name: 'sessions-of-tokens',
    text: `SELECT s.token_hash, f.id, f.account_id, f.created_at, s.expires_at, s.sign_in_id, i.last_seen_at
             FROM session s JOIN fan f ON f.id = s.fan_id JOIN sign_in i ON i.id = s.sign_in_id
            WHERE s.token_hash = ANY ($1::bytea[]) AND s.kind = 'token' AND s.ended_at IS NULL`,
    values: [keys.map((key) => Buffer.from(key, 'latin1'))],
  });
  return new Map(
    rows.map((row) => [
      keyOf(row.token_hash),
      {
        fan: { id: row.id, accountId: row.account_id, joinedAt: row.created_at, signInId: row.sign_in_id },
        expiresAtMs: row.expires_at.getTime(),
        signIn: { id: row.sign_in_id, lastSeenAtMs: row.last_seen_at.getTime() },
      },
    ]),
  );
}

async function readEnded(pool: Pool, signInIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'sign-ins-ended',
    text: `SELECT asked.id FROM unnest($1::uuid[]) AS asked (id) LEFT JOIN sign_in s ON s.id = asked.id
            WHERE s.id IS NULL OR s.ended_at IS NOT NULL`,
    values: [signInIds],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Buffers are compared by identity in a Map; a latin1 string is compared by value. */
function keyOf(hashed: Buffer): string {
  return hashed.toString('latin1');
}

/** The device list shows the hour, so a write per call is unnecessary. */
const staleMs = 5 * 60_000;

/** One statement at a time uses one connection, and no call waits for it. */
const writes = { readers: 1, batchMax: 200 };

/** Records that a device was seen. */
type LastSeen = (signIn: { readonly id: string; readonly lastSeenAtMs: number }) => void;

/** Writes last-seen times outside the calls. */
function createLastSeen({ pool, clock, log }: { pool: Pool; clock: Clock; log: Log }): LastSeen {
  const write = createBatchLoader<string, never>(async (signInIds) => {
    await writeSeen(pool, signInIds, clock.now());
    return new Map<string, never>();
  }, writes);

  return ({ id, lastSeenAtMs }) => {
    if (clock.now().getTime() - lastSeenAtMs < staleMs) return;
    write(id).catch((error: unknown) => log.warn({ err: error }, 'when devices were last seen was not written'));
  };
}

/** Skips locked rows: their holder writes the same value or ends the sign-in. */
async function writeSeen(pool: Pool, signInIds: readonly string[], now: Date): Promise<void> {
  await pool.query({
    name: 'sign-ins-seen',
    text: `UPDATE sign_in SET last_seen_at = $2
             FROM (SELECT id FROM sign_in WHERE id = ANY ($1::uuid[]) AND last_seen_at < $2
                      FOR NO KEY UPDATE SKIP LOCKED) AS seen
            WHERE sign_in.id = seen.id`,
    values: [signInIds, now],
  });
}
