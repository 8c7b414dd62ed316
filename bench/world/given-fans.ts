import { randomBytes, randomUUID } from 'node:crypto';
import { tokenHash } from '../../apps/server/src/token-hash.ts';
import { uuidV7 } from '../../apps/server/src/uuid-v7.ts';
import type { OwnerPool } from './owner-connection.ts';

/** A signed-in fan of the simulation. */
export type SimulatedFan = { readonly id: number; readonly token: string };

const atOnce = 500;

/** Puts many fans in place, each with a session and the same number of votes. */
export async function givenFans(
  ownerPool: OwnerPool,
  { fans, votes, voteAsset }: { fans: number; votes: number; voteAsset: string },
): Promise<SimulatedFan[]> {
  const all: SimulatedFan[] = [];
  while (all.length < fans) {
    const some = await insertFans(ownerPool, Math.min(atOnce, fans - all.length));
    await grantVotes(ownerPool, some, votes, voteAsset);
    all.push(...some);
  }
  return all;
}

async function insertFans(ownerPool: OwnerPool, fans: number): Promise<SimulatedFan[]> {
  const tokens = Array.from({ length: fans }, () => randomBytes(32).toString('base64url'));
  const { rows } = await ownerPool.query<{ id: number }>(
    `WITH new_fan AS (
       INSERT INTO fan (account_id, fan_code, kind, nickname, avatar_seed, simulated, created_at)
         SELECT account_id, fan_code, 'web2', 'Fan', account_id, true, now()
           FROM unnest($1::text[], $2::text[]) AS f (account_id, fan_code)
       RETURNING id
     ), new_session AS (
       INSERT INTO session (token_hash, kind, sign_in_id, fan_id, created_at, expires_at)
         SELECT s.token_hash, 'token', s.sign_in_id, f.id, now(), now() + interval '1 day'
           FROM (SELECT id, row_number() OVER (ORDER BY id) AS o FROM new_fan) f
           JOIN unnest($3::bytea[], $4::uuid[]) WITH ORDINALITY AS s (token_hash, sign_in_id, o) USING (o)
     )
     SELECT id FROM new_fan ORDER BY id`,
    [
      tokens.map(() => randomBytes(10).toString('hex')),
      tokens.map(fanCode),
      tokens.map(tokenHash),
      tokens.map(() => randomUUID()),
    ],
  );
  return rows.map(({ id }, position) => ({ id, token: tokens[position] ?? '' }));
}

async function grantVotes(
  ownerPool: OwnerPool,
  fans: readonly SimulatedFan[],
  votes: number,
  voteAsset: string,
): Promise<void> {
  await ownerPool.query(
    `WITH u AS (SELECT id, ledger.ensure_pool(id, 'issue', 'simulated votes') AS pool FROM ledger.unit WHERE name = $4)
     SELECT count(*) FROM ledger.post($1, now(), $2::bigint[],
       array_fill((SELECT id FROM u), $5), array_fill((SELECT pool FROM u), $5), array_fill(1::smallint, $5),
       array_fill($3::bigint, $5), array_fill(90::smallint, $5))`,
    [uuidV7(new Date()), fans.map((fan) => fan.id), votes, voteAsset, [fans.length]],
  );
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function fanCode(): string {
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join('');
}
