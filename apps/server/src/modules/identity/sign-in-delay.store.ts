import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { accountPauseMs, failuresLapseMs, networkPauseMs, type NetworkTries } from './sign-in-delay.rules.ts';

/** An attempt at a password. The account and the network are named by their HMAC alone. */
type Attempt = { readonly account: Buffer; readonly network: Buffer; readonly now: Date };

/**
 * Counts an attempt as failed, for its account and for its network.
 *
 * @returns until when to wait, if the account or the network is to wait; then nothing was counted.
 */
export async function countAttempt(db: Kysely<DB>, attempt: Attempt): Promise<Date | undefined> {
  const { account, network, now } = attempt;
  return transactionWithRetry(db, async (tx) => {
    const [ofAccount, ofNetwork] = await lockCounts(tx, attempt);
    const waitUntil = ofAccount.blockedUntil > ofNetwork.blockedUntil ? ofAccount.blockedUntil : ofNetwork.blockedUntil;
    if (waitUntil > now) return waitUntil;

    const hasLapsed = now.getTime() - ofAccount.lastFailedAt.getTime() > failuresLapseMs;
    const failures = hasLapsed ? 1 : ofAccount.failures + 1;
    await writeCount(tx, account, { failures, lastFailedAt: now, blockedUntil: later(now, accountPauseMs(failures)) });

    await noteTry(tx, attempt, 'failed');
    const tries = await triesOf(tx, attempt);
    const blockedUntil = later(now, networkPauseMs(tries));
    await writeCount(tx, network, { failures: tries.failed, lastFailedAt: now, blockedUntil });
    return undefined;
  });
}

/**
 * Takes an attempt back that was right. The account's failures are forgotten; of the network's only the account's own share,
 * so that whoever has an account cannot wipe out by it what they tried on others.
 */
export async function forgiveAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  const { account, network, now } = attempt;
  await transactionWithRetry(db, async (tx) => {
    const [, ofNetwork] = await lockCounts(tx, attempt);
    await writeCount(tx, account, { failures: 0, lastFailedAt: now, blockedUntil: now });

    await noteTry(tx, attempt, 'succeeded');
    const tries = await triesOf(tx, attempt);
    const blockedUntil = networkPauseMs(tries) === 0 ? now : withoutPauseOf(attempt, ofNetwork);
    await writeCount(tx, network, { ...ofNetwork, failures: tries.failed, blockedUntil });
  });
}

/** Takes an attempt back that nobody has looked at, because the server could not. */
export async function uncountAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  const { account, network } = attempt;
  await transactionWithRetry(db, async (tx) => {
    const [ofAccount, ofNetwork] = await lockCounts(tx, attempt);
    const failures = Math.max(0, ofAccount.failures - 1);
    await writeCount(tx, account, { ...ofAccount, failures, blockedUntil: withoutPauseOf(attempt, ofAccount) });
    await deleteTry(tx, attempt);
    const { failed } = await triesOf(tx, attempt);
    await writeCount(tx, network, { ...ofNetwork, failures: failed, blockedUntil: withoutPauseOf(attempt, ofNetwork) });
  });
}

/** Forgets the failures of an account. */
export async function forgetFailures(tx: Transaction<DB>, account: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('subject_hash', '=', account).execute();
}

/** The end of a pause that this attempt has begun is now; one that another attempt began stays. */
function withoutPauseOf({ now }: Attempt, { lastFailedAt, blockedUntil }: Count): Date {
  return lastFailedAt.getTime() === now.getTime() ? now : blockedUntil;
}

type Count = { readonly failures: number; readonly lastFailedAt: Date; readonly blockedUntil: Date };

/** The counts of an attempt's account and network, made if need be and held until the transaction ends. */
async function lockCounts(tx: Transaction<DB>, { account, network, now }: Attempt): Promise<[Count, Count]> {
  const rows = await tx
    .insertInto('sign_in_failure')
    .values(
      // Always in the same order, so that no two attempts wait for each other.
      [account, network]
        .toSorted((one, other) => one.compare(other))
        .map((subject) => ({ subject_hash: subject, failures: 0, last_failed_at: now, blocked_until: now })),
    )
    .onConflict((conflict) =>
      conflict.column('subject_hash').doUpdateSet({ failures: sql<number>`sign_in_failure.failures` }),
    )
    .returningAll()
    .execute();
  const countOf = (subject: Buffer): Count => {
    const row = rows.find((one) => one.subject_hash.equals(subject));
    if (!row) throw new Error('A count that was just written is not there');
    return { failures: row.failures, lastFailedAt: row.last_failed_at, blockedUntil: row.blocked_until };
  };
  return [countOf(account), countOf(network)];
}

async function writeCount(tx: Transaction<DB>, subject: Buffer, count: Count): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set({ failures: count.failures, last_failed_at: count.lastFailedAt, blocked_until: count.blockedUntil })
    .where('subject_hash', '=', subject)
    .execute();
}

export async function deleteLapsedFailures(db: Kysely<DB>, now: Date): Promise<void> {
  const lapsed = later(now, -failuresLapseMs);
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', lapsed).execute();
}

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

type Try = { readonly account: Buffer; readonly network: Buffer; readonly now: Date };

/** Notes what became of an account's attempt from a network. One that signed in there within a day is known there. */
async function noteTry(
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
async function triesOf(tx: Transaction<DB>, { network, now }: Try): Promise<NetworkTries> {
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
async function deleteTry(tx: Transaction<DB>, { account, network, now }: Try): Promise<void> {
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
