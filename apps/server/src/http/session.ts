import type { Pool } from 'pg';
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

type Remembered = { readonly fan: Fan; readonly expiresAtMs: number; readonly lookedUpAtMs: number };

/**
 * How long an ended session may still be recognised by another replica. It is short enough not to need a message between
 * replicas on every sign-out, and long enough to spare the database a look-up for each of a fan's calls in a row.
 */
const rememberMs = 5_000;
const rememberedSessions = 50_000;

/** Tokens are 32 random bytes as base64url; anything much longer is not worth a hash. */
const longestToken = 256;

export function createSessions({ pool, clock }: { readonly pool: Pool; readonly clock: Clock }): Sessions {
  const remembered = new Map<string, Remembered>();

  async function lookUp(key: string, hashed: Buffer, nowMs: number): Promise<Fan | undefined> {
    const { rows } = await pool.query<{ id: number; account_id: string; expires_at: Date }>({
      name: 'session-of-token',
      text: `SELECT f.id, f.account_id, s.expires_at
               FROM session s JOIN fan f ON f.id = s.fan_id
              WHERE s.token_hash = $1 AND s.kind = 'token' AND s.ended_at IS NULL AND s.expires_at > $2`,
      values: [hashed, new Date(nowMs)],
    });
    const row = rows[0];
    if (!row) return undefined;
    const fan = { id: row.id, accountId: row.account_id };
    // A Map keeps the order of insertion, so its first key is the entry looked up longest ago.
    remembered.delete(key);
    if (remembered.size >= rememberedSessions) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, { fan, expiresAtMs: row.expires_at.getTime(), lookedUpAtMs: nowMs });
    return fan;
  }

  return {
    async resolve(token) {
      if (token.length > longestToken) return undefined;
      const hashed = tokenHash(token);
      const key = hashed.toString('latin1');
      const nowMs = clock.now().getTime();
      const known = remembered.get(key);
      if (known && nowMs - known.lookedUpAtMs < rememberMs) {
        return nowMs < known.expiresAtMs ? known.fan : undefined;
      }
      return lookUp(key, hashed, nowMs);
    },
    forget(hashed) {
      remembered.delete(hashed.toString('latin1'));
    },
  };
}
