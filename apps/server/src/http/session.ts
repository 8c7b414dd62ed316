import type { Pool } from 'pg';
import { LRUCache } from 'lru-cache';
import { batchedLookUp } from '#/batching/index.ts';
import type { Clock } from '#/clock.ts';
import type { Log } from '#/log.ts';
import { onceMore } from '#/db/once-more.ts';
import { tokenHash } from '#/token-hash.ts';
import { createLastSeen } from './last-seen.ts';

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
  const read = batchedLookUp<string, Session>((keys) => onceMore(() => readSessions(lookUps.pool, keys)), inBatches);
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
      const key = keyOf(tokenHash(token));
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
