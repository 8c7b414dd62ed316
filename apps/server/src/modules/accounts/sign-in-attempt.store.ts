import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { failuresLapseMs, type NetworkTries } from './sign-in-delay.rules.ts';

type Try = { readonly account: Buffer; readonly network: Buffer; readonly now: Date };

/** Notes what became of an account's attempt from a network. One that signed in there within a day is known there. */
export async function noteTry(
  tx: Transaction<DB>,
  { account, network, now }: Try,
  outcome: 'failed' | 'succeeded',
): Promise<void> {
  const succeeded = outcome === 'succeeded';
  await tx
    .insertInto('sign_in_attempt')
    .values({ network_hash: network, account_hash: account, succeeded, attempted_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['network_hash', 'account_hash'])
        .doUpdateSet({ succeeded, attempted_at: now })
        .where(
          sql<boolean>`${succeeded} OR NOT sign_in_attempt.succeeded OR sign_in_attempt.attempted_at <= ${lapsedAt(now)}`,
        ),
    )
    .execute();
}

/** What a network has tried within a day. */
export async function triesOf(tx: Transaction<DB>, { network, now }: Try): Promise<NetworkTries> {
  return tx
    .selectFrom('sign_in_attempt')
    .select((is) => [
      is.fn.countAll<number>().filterWhere('succeeded', '=', false).as('failed'),
      is.fn.countAll<number>().filterWhere('succeeded', '=', true).as('succeeded'),
    ])
    .where('network_hash', '=', network)
    .where('attempted_at', '>', lapsedAt(now))
    .executeTakeFirstOrThrow();
}

/** Forgets an attempt that was noted as failed in this moment. */
export async function deleteTry(tx: Transaction<DB>, { account, network, now }: Try): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempt')
    .where('network_hash', '=', network)
    .where('account_hash', '=', account)
    .where('succeeded', '=', false)
    .where('attempted_at', '=', now)
    .execute();
}

/** Forgets every attempt at an account. */
export async function deleteTriesOf(tx: Transaction<DB>, account: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('account_hash', '=', account).execute();
}

export async function deleteLapsedTries(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('attempted_at', '<', lapsedAt(now)).execute();
}

function lapsedAt(now: Date): Date {
  return new Date(now.getTime() - failuresLapseMs);
}
