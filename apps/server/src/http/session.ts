import type { Pool } from 'pg';
import { batchedLookUp } from '#/batching/batched-look-up.ts';
import type { Clock } from '#/clock.ts';
import { tokenHash } from '#/token-hash.ts';

/** A signed-in fan, as every call sees them. */
export type Fan = { readonly id: number; readonly accountId: string };

/** Who is behind a token. Sessions are begun and ended by the accounts module; here they are only recognised. */
export type Sessions = {
  resolve(token: string): Promise<Fan | undefined>;
  /** Makes this process look the token up again; to be called after a session was ended. */
  forget(tokenHash: Buffer): void;
};

type Session = { readonly fan: Fan; readonly expiresAtMs: number };
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
const lookUps = { readers: 2, batchMax: 200 };

export function createSessions({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Sessions {
  const remembered = new Map<string, Remembered>();
  const read = batchedLookUp<string, Session>((keys) => readSessions(pool, keys), lookUps);

  async function lookUp(key: string, nowMs: number): Promise<Fan | undefined> {
    const session = await read(key);
    if (session === undefined || session.expiresAtMs <= nowMs) return undefined;
    // A Map keeps the order of insertion, so its first key is the entry looked up longest ago.
    remembered.delete(key);
    if (remembered.size >= rememberedSessions) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, { ...session, lookedUpAtMs: nowMs });
    return session.fan;
  }

  return {
    async resolve(token) {
      if (token.length > longestToken) return undefined;
      const key = keyOf(tokenHash(token));
      const nowMs = clock.now().getTime();
      const known = remembered.get(key);
      if (known && nowMs - known.lookedUpAtMs < rememberMs) {
        return nowMs < known.expiresAtMs ? known.fan : undefined;
      }
      return lookUp(key, nowMs);
    },
    forget(hashed) {
      remembered.delete(keyOf(hashed));
    },
  };
}

type Row = { token_hash: Buffer; id: number; account_id: string; expires_at: Date };

async function readSessions(pool: Pool, keys: readonly string[]): Promise<ReadonlyMap<string, Session>> {
  const { rows } = await pool.query<Row>({
    name: 'sessions-of-tokens',
    text: `SELECT s.token_hash, f.id, f.account_id, s.expires_at
             FROM session s JOIN fan f ON f.id = s.fan_id
            WHERE s.token_hash = ANY ($1::bytea[]) AND s.kind = 'token' AND s.ended_at IS NULL`,
    values: [keys.map((key) => Buffer.from(key, 'latin1'))],
  });
  return new Map(
    rows.map((row) => [
      keyOf(row.token_hash),
      { fan: { id: row.id, accountId: row.account_id }, expiresAtMs: row.expires_at.getTime() },
    ]),
  );
}

/** Buffers are not equal as keys of a Map; a text with a character for each byte is. */
function keyOf(hashed: Buffer): string {
  return hashed.toString('latin1');
}
