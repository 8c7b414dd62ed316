import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '#/lib/clock.ts';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Fan } from '#/http/caller.ts';
import { credit, creditMany } from '#/modules/points/index.ts';
import { hashToken } from '#/lib/token.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { ticketAsset, voteAsset } from './given-election.ts';

/** A signed-in fan: who they are, and the token that says so. */
export type TestFan = Fan & { readonly token: string; readonly email: string };

export type FanOptions = { readonly points?: number; readonly tickets?: number; readonly votes?: number };

const sessionMs = 30 * 24 * 60 * 60 * 1000;

/** Puts a fan with a session and balances in place. Tickets and votes are those of the election given before. */
export async function givenFan(
  { db, clock }: { db: Kysely<DB>; clock: Pick<Clock, 'now'> },
  options: FanOptions = {},
): Promise<TestFan> {
  const token = randomBytes(32).toString('base64url');
  const email = `fan-${randomUUID()}@example.com`;
  const now = clock.now();
  const signInId = randomUUID();
  const fan = await db.transaction().execute(async (tx) => {
    const { id, account_id: accountId } = await tx
      .insertInto('fan')
      .values({
        account_id: randomBytes(10).toString('hex'),
        fan_code: fanCode(),
        kind: 'web2',
        email,
        password_hash: 'no password opens this',
        nickname: 'Mina',
        avatar_seed: randomUUID(),
        created_at: now,
      })
      .returning(['id', 'account_id'])
      .executeTakeFirstOrThrow();
    const expiresAt = new Date(now.getTime() + sessionMs);
    await tx
      .insertInto('sign_in')
      .values({ id: signInId, fan_id: id, begun_at: now, last_seen_at: now, expires_at: expiresAt })
      .execute();
    await tx
      .insertInto('session')
      .values({
        token_hash: hashToken(token),
        kind: 'token',
        sign_in_id: signInId,
        fan_id: id,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    await grant(tx, id, 'POINT', options.points, now);
    await grant(tx, id, ticketAsset, options.tickets, now);
    await grant(tx, id, voteAsset, options.votes, now);
    return { id, accountId, joinedAt: now };
  });
  return { ...fan, token, email, signInId };
}

async function grant(
  tx: Transaction<DB>,
  fanId: number,
  asset: string,
  amount: number | undefined,
  now: Date,
): Promise<void> {
  if (!amount) return;
  const pool = { kind: 'issue', name: 'test grants' } as const;
  await credit(tx, { fanId, asset, amount, pool, reason: 'demo_grant', key: uuidV7(now), receivedAt: now });
}

const codeLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

function fanCode(): string {
  return Array.from(randomBytes(8), (byte) => codeLetters[byte % codeLetters.length]).join('');
}

/** Puts many fans with a session and Points in place at once. */
export async function givenFans(
  { db, clock }: { db: Kysely<DB>; clock: Pick<Clock, 'now'> },
  count: number,
  { points = 0 }: Pick<FanOptions, 'points'> = {},
): Promise<TestFan[]> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + sessionMs);
  const drafts = Array.from({ length: count }, () => ({
    accountId: randomBytes(10).toString('hex'),
    email: `fan-${randomUUID()}@example.com`,
    token: randomBytes(32).toString('base64url'),
    signInId: randomUUID(),
  }));
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .insertInto('fan')
      .values(
        drafts.map(({ accountId, email }) => ({
          account_id: accountId,
          fan_code: fanCode(),
          kind: 'web2',
          email,
          password_hash: 'no password opens this',
          nickname: 'Mina',
          avatar_seed: randomUUID(),
          created_at: now,
        })),
      )
      .returning(['id', 'account_id as accountId'])
      .execute();
    const ids = new Map(rows.map(({ id, accountId }) => [accountId, id]));
    const fans = drafts.map(({ accountId, ...draft }) => ({ ...draft, accountId, id: ids.get(accountId) ?? 0 }));
    await tx
      .insertInto('sign_in')
      .values(
        fans.map(({ id, signInId }) => ({
          id: signInId,
          fan_id: id,
          begun_at: now,
          last_seen_at: now,
          expires_at: expiresAt,
        })),
      )
      .execute();
    await tx
      .insertInto('session')
      .values(
        fans.map(({ id, token, signInId }) => ({
          token_hash: hashToken(token),
          kind: 'token' as const,
          sign_in_id: signInId,
          fan_id: id,
          created_at: now,
          expires_at: expiresAt,
        })),
      )
      .execute();
    if (points > 0) {
      await creditMany(tx, {
        asset: 'POINT',
        pool: { kind: 'issue', name: 'test grants' },
        reason: 'demo_grant',
        receivedAt: now,
        credits: fans.map(({ id }) => ({ fanId: id, amount: points, key: uuidV7(now) })),
      });
    }
    return fans.map((fan) => ({ ...fan, joinedAt: now }));
  });
}
