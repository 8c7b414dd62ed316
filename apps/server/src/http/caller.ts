import type { OperatorRole } from '@lightstick/contract';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { Clock } from '#/lib/clock.ts';
import { createBatchLoader } from '#/lib/micro-batcher.ts';
import { hashToken } from '#/lib/token.ts';
import type { Log } from '#/log.ts';

/** A signed-in fan, as every call sees them. */
export type Fan = { readonly id: number; readonly accountId: string; readonly joinedAt: Date };

/** Who is behind a token. Sessions are begun and ended by the accounts module; here they are only recognised. */
export type Sessions = {
  resolve(token: string): Promise<Fan | undefined>;
  /** Makes this process look the token up again; to be called after a session was ended. */
  forget(tokenHash: Buffer): void;
};

type Session = {
  readonly fan: Fan;
  readonly expiresAtMs: number;
  readonly signIn: { readonly id: string; readonly lastSeenAtMs: number };
};
type Remembered = Session & { readonly lookedUpAtMs: number };

/**
 * How long an ended session may still be recognised by another replica. It is short enough not to need a message between
 * replicas on every sign-out, and long enough to spare the database a look-up for each of a fan's calls in a row.
 */
const rememberMs = 5_000;
const rememberedSessions = 50_000;

/** Tokens are 32 random bytes as base64url; anything much longer is not worth a hash. */
const longestToken = 256;

/** After a restart, and in a storm, thousands of sessions are looked up in a second: together, or they cost as much as the calls. */
const inBatches = { readers: 2, batchMax: 200 };

type SessionServices = {
  readonly pool: Pool;
  readonly lookUps: { readonly pool: Pool };
  readonly clock: Clock;
  readonly log: Log;
};

export function createSessions(services: SessionServices): Sessions {
  const { lookUps, clock } = services;
  const remembered = new LRUCache<string, Remembered>({ max: rememberedSessions });
  const read = createBatchLoader<string, Session>(
    (keys) => retryOnLostConnection(() => readSessions(lookUps.pool, keys)),
    inBatches,
  );
  const noteSeen = createLastSeen(services);
  /** How often a session was forgotten, by which a look-up knows whether what it has read may have ended since. */
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
      // The clock may have been put back since, by more than a session may be remembered.
      if (known && Math.abs(nowMs - known.lookedUpAtMs) < rememberMs) {
        return nowMs < known.expiresAtMs ? known.fan : undefined;
      }
      return lookUp(key, nowMs);
    },
    forget(hashed) {
      forgotten += 1;
      remembered.delete(keyOf(hashed));
    },
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
        fan: { id: row.id, accountId: row.account_id, joinedAt: row.created_at },
        expiresAtMs: row.expires_at.getTime(),
        signIn: { id: row.sign_in_id, lastSeenAtMs: row.last_seen_at.getTime() },
      },
    ]),
  );
}

/** Buffers are not equal as keys of a Map; a text with a character for each byte is. */
function keyOf(hashed: Buffer): string {
  return hashed.toString('latin1');
}

/** A fan who looks at their devices wants to know the day and the hour, which is not worth a write for every call. */
const staleMs = 5 * 60_000;

/** One statement at a time: however many fans come at once, it takes one connection and nobody waits for it. */
const writes = { readers: 1, batchMax: 200 };

/** Notes that a device was there. */
type LastSeen = (signIn: { readonly id: string; readonly lastSeenAtMs: number }) => void;

/** Writes down when devices were last there, beside the calls and not within them. */
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

/** Rows that somebody else holds are left out: what holds them writes the same, or ends them. */
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

/** Somebody of the organiser's, as every call of theirs sees them. */
export type Operator = { readonly id: number; readonly name: string; readonly role: OperatorRole };

/** Who is behind a token. Operators are added and revoked by command; here they are only recognised. */
export type Operators = {
  /** By the header `Authorization: Bearer …`; nothing for a token that is not an operator's, or was revoked. */
  resolve(authorization: string | undefined): Promise<Operator | undefined>;
};

/** Asks the database each time: operators' calls are few, and a revoked token must be good nowhere from then on. */
export function createOperators({ pool }: { readonly pool: Pool }): Operators {
  return {
    async resolve(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return undefined;
      const { rows } = await pool.query<Operator>({
        name: 'operator-of-token',
        // Compared as a hash, so that the time it takes tells nothing about a token.
        text: 'SELECT id, name, role FROM operator WHERE token_hash = $1 AND revoked_at IS NULL',
        values: [hashToken(token)],
      });
      return rows[0];
    },
  };
}

/** The token of RFC 6750: 32 random bytes as base64url, of which anything else is not looked up. */
function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer ([\w-]{43})$/i.exec(authorization ?? '')?.[1];
}
