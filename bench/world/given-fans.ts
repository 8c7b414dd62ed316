import { randomBytes, randomUUID } from 'node:crypto';
import { hashToken } from '../../apps/server/src/lib/token.ts';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import type { OwnerPool } from './owner-connection.ts';

/** A signed-in fan of the simulation. */
export type SimulatedFan = { readonly id: number; readonly token: string };

const atOnce = 500;

/** Puts many fans in place, each with a session and the same number of votes, if any. */
export async function givenFans(
  ownerPool: OwnerPool,
  { fans, votes = 0, voteAsset = '' }: { fans: number; votes?: number; voteAsset?: string },
): Promise<SimulatedFan[]> {
  const all: SimulatedFan[] = [];
  while (all.length < fans) {
    const some = await insertFans(ownerPool, Math.min(atOnce, fans - all.length));
    if (votes > 0) {
      const fanIds = some.map((fan) => fan.id);
      await grant(ownerPool, { fanIds, amount: votes, asset: voteAsset });
    }
    all.push(...some);
  }
  return all;
}

async function insertFans(ownerPool: OwnerPool, fans: number): Promise<SimulatedFan[]> {
  const codes = Array.from({ length: fans }, fanCode);
  return signIn(ownerPool, await insertSimulatedFans(ownerPool, codes));
}

/** Puts simulated fans in place who have these fan codes, and answers their numbers in that order. */
export async function insertSimulatedFans(ownerPool: OwnerPool, fanCodes: readonly string[]): Promise<number[]> {
  const { rows } = await ownerPool.query<{ id: number }>(
    `INSERT INTO fan (account_id, fan_code, kind, nickname, avatar_seed, simulated, created_at)
       SELECT account_id, fan_code, 'web2', 'Fan', account_id, true, now()
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS f (account_id, fan_code, o) ORDER BY o
       RETURNING id`,
    [fanCodes.map(() => randomBytes(10).toString('hex')), fanCodes],
  );
  return rows.map(({ id }) => id);
}

/** Signs fans in: each has a session that holds for a day. */
export async function signIn(ownerPool: OwnerPool, fanIds: readonly number[]): Promise<SimulatedFan[]> {
  const tokens = fanIds.map(() => randomBytes(32).toString('base64url'));
  await ownerPool.query(
    `WITH given AS (
       SELECT fan_id, token_hash, sign_in_id, now() AS begun_at, now() + interval '1 day' AS expires_at
         FROM unnest($1::bigint[], $2::bytea[], $3::uuid[]) AS s (fan_id, token_hash, sign_in_id)
     ), new_sign_in AS (
       INSERT INTO sign_in (id, fan_id, begun_at, last_seen_at, expires_at)
         SELECT sign_in_id, fan_id, begun_at, begun_at, expires_at FROM given
     )
     INSERT INTO session (token_hash, kind, sign_in_id, fan_id, created_at, expires_at)
       SELECT token_hash, 'token', sign_in_id, fan_id, begun_at, expires_at FROM given`,
    [fanIds, tokens.map(hashToken), fanIds.map(() => randomUUID())],
  );
  return fanIds.map((id, position) => ({ id, token: tokens[position] ?? '' }));
}

/** Gives each of the fans the same amount of votes or tickets, in one posting of the ledger. */
export async function grant(
  ownerPool: OwnerPool,
  { fanIds, amount, asset }: { fanIds: readonly number[]; amount: number; asset: string },
): Promise<void> {
  await ownerPool.query(
    `WITH u AS (SELECT id, ledger.ensure_pool(id, 'issue', 'simulated votes') AS pool FROM ledger.unit WHERE name = $4)
     SELECT count(*) FROM ledger.post_legs($1, now(), $2::bigint[],
       array_fill((SELECT id FROM u), $5), array_fill((SELECT pool FROM u), $5), array_fill(1::smallint, $5),
       array_fill($3::bigint, $5), array_fill(90::smallint, $5))`,
    [uuidV7(new Date()), fanIds, amount, asset, [fanIds.length]],
  );
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function fanCode(): string {
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
}
