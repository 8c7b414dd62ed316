import { type Kysely, sql, type Transaction } from 'kysely';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import {
  accountPauseMs,
  codesPauseMs,
  failuresLapseMs,
  networkPauseMs,
  type NetworkTries,
} from './sign-in-delay.rules.ts';

/** The network of an attempt by a stranger to the account. Both are HMACs. */
export type Network = { readonly hash: Buffer; readonly account: Buffer };

/** A password attempt, counted by an HMAC, and for strangers also by network. */
type Attempt = { readonly counter: Buffer; readonly network?: Network; readonly now: Date };

/**
 * Counts an attempt as failed for its counter and network.
 *
 * @returns the end of a running delay; then nothing was counted.
 */
export async function countAttempt(db: Kysely<DB>, attempt: Attempt): Promise<Date | undefined> {
  const { counter, network, now } = attempt;
  return transactionWithRetry(db, async (tx) => {
    const [own, ofNetwork] = await lockCounts(tx, attempt);
    const waitUntil =
      ofNetwork && ofNetwork.blockedUntil > own.blockedUntil ? ofNetwork.blockedUntil : own.blockedUntil;
    if (waitUntil > now) return waitUntil;

    const hasLapsed = now.getTime() - own.lastFailedAt.getTime() > failuresLapseMs;
    const failures = hasLapsed ? 1 : own.failures + 1;
    await writeCount(tx, counter, { failures, lastFailedAt: now, blockedUntil: addMs(now, accountPauseMs(failures)) });

    if (!network) return undefined;
    await noteTry(tx, { network, now }, 'failed');
    const tries = await triesOf(tx, { network, now });
    const blockedUntil = addMs(now, networkPauseMs(tries));
    await writeCount(tx, network.hash, { failures: tries.failed, lastFailedAt: now, blockedUntil });
    return undefined;
  });
}

/**
 * Reverts a correct attempt. It clears the counter's failures, but only the account's share of the network's, so that
 * an attacker's own account cannot clear the others.
 */
export async function forgiveAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  const { counter, network, now } = attempt;
  await transactionWithRetry(db, async (tx) => {
    const [, ofNetwork] = await lockCounts(tx, attempt);
    await writeCount(tx, counter, { failures: 0, lastFailedAt: now, blockedUntil: now });
    if (!network || !ofNetwork) return;

    await noteTry(tx, { network, now }, 'succeeded');
    const tries = await triesOf(tx, { network, now });
    const blockedUntil = networkPauseMs(tries) === 0 ? now : withoutPauseOf(attempt, ofNetwork);
    await writeCount(tx, network.hash, { ...ofNetwork, failures: tries.failed, blockedUntil });
  });
}

/** Reverts an attempt that the server could not verify. */
export async function uncountAttempt(db: Kysely<DB>, attempt: Attempt): Promise<void> {
  const { counter, network, now } = attempt;
  await transactionWithRetry(db, async (tx) => {
    const [own, ofNetwork] = await lockCounts(tx, attempt);
    const failures = Math.max(0, own.failures - 1);
    await writeCount(tx, counter, { ...own, failures, blockedUntil: withoutPauseOf(attempt, own) });
    if (!network || !ofNetwork) return;

    await deleteTry(tx, { network, now });
    const { failed } = await triesOf(tx, { network, now });
    const blockedUntil = withoutPauseOf(attempt, ofNetwork);
    await writeCount(tx, network.hash, { ...ofNetwork, failures: failed, blockedUntil });
  });
}

export async function forgetFailures(tx: Transaction<DB>, account: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('subject_hash', '=', account).execute();
}

/** Ends a delay that this attempt began now; a delay from another attempt stays. */
function withoutPauseOf({ now }: Attempt, { lastFailedAt, blockedUntil }: AttemptCount): Date {
  return lastFailedAt.getTime() === now.getTime() ? now : blockedUntil;
}

type AttemptCount = { readonly failures: number; readonly lastFailedAt: Date; readonly blockedUntil: Date };

/** Creates and locks the counts of an attempt: its own, and its network's. */
async function lockCounts(
  tx: Transaction<DB>,
  { counter, network, now }: Attempt,
): Promise<[AttemptCount, AttemptCount?]> {
  const subjects = network ? [counter, network.hash] : [counter];
  const rows = await tx
    .insertInto('sign_in_failure')
    .values(
      // A fixed order prevents deadlocks.
      subjects
        .toSorted((one, other) => one.compare(other))
        .map((subject) => ({ subject_hash: subject, failures: 0, last_failed_at: now, blocked_until: now })),
    )
    .onConflict((conflict) =>
      conflict.column('subject_hash').doUpdateSet({ failures: sql<number>`sign_in_failure.failures` }),
    )
    .returningAll()
    .execute();
  const countOf = (subject: Buffer): AttemptCount => {
    const row = rows.find((one) => one.subject_hash.equals(subject));
    if (!row) throw new Error('A count that was just written is not there');
    return { failures: row.failures, lastFailedAt: row.last_failed_at, blockedUntil: row.blocked_until };
  };
  return network ? [countOf(counter), countOf(network.hash)] : [countOf(counter)];
}

async function writeCount(tx: Transaction<DB>, subject: Buffer, count: AttemptCount): Promise<void> {
  await tx
    .updateTable('sign_in_failure')
    .set({ failures: count.failures, last_failed_at: count.lastFailedAt, blocked_until: count.blockedUntil })
    .where('subject_hash', '=', subject)
    .execute();
}

export async function deleteLapsedFailures(db: Kysely<DB>, now: Date): Promise<void> {
  const lapsed = addMs(now, -failuresLapseMs);
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', lapsed).execute();
}

function addMs(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

type NetworkAttempt = { readonly network: Network; readonly now: Date };

/** Records the outcome of an account's attempt from a network. A sign-in within a day makes the account known there. */
async function noteTry(
  tx: Transaction<DB>,
  { network: { hash: network, account }, now }: NetworkAttempt,
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
          sql<boolean>`${succeeded} OR NOT sign_in_attempt.succeeded
            OR sign_in_attempt.attempted_at <= ${lapsedAt(now)}`,
        ),
    )
    .execute();
}

/** Returns a network's accounts within a day. */
async function triesOf(
  tx: Transaction<DB>,
  { network: { hash: network }, now }: NetworkAttempt,
): Promise<NetworkTries> {
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

/** Deletes an attempt recorded as failed at this instant. */
async function deleteTry(
  tx: Transaction<DB>,
  { network: { hash: network, account }, now }: NetworkAttempt,
): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempt')
    .where('network_hash', '=', network)
    .where('account_hash', '=', account)
    .where('succeeded', '=', false)
    .where('attempted_at', '=', now)
    .execute();
}

export async function deleteTriesOf(tx: Transaction<DB>, account: Buffer): Promise<void> {
  await tx.deleteFrom('sign_in_attempt').where('account_hash', '=', account).execute();
}

export async function deleteLapsedTries(db: Kysely<DB>, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_attempt').where('attempted_at', '<', lapsedAt(now)).execute();
}

/**
 * Serialises the codes that strangers type on a network, until the transaction ends.
 *
 * @returns the end of the network's running delay.
 */
export async function lockCodesOf(tx: Transaction<DB>, { network, now }: NetworkAttempt): Promise<Date | undefined> {
  await sql`SELECT pg_advisory_xact_lock(${network.hash.readBigInt64BE().toString()}::bigint)`.execute(tx);
  const row = await tx
    .selectFrom('sign_in_failure')
    .select('blocked_until')
    .where('subject_hash', '=', network.hash)
    .where('blocked_until', '>', now)
    .executeTakeFirst();
  return row?.blocked_until;
}

/** Counts a wrong code of a network, whose codes the transaction has locked. */
export async function chargeWrongCode(tx: Transaction<DB>, { network, now }: NetworkAttempt): Promise<void> {
  const { hash, account } = network;
  const attempt = { succeeded: false, attempted_at: now };
  await tx
    .insertInto('sign_in_attempt')
    .values({ network_hash: hash, account_hash: account, wrong_codes: 1, ...attempt })
    .onConflict((conflict) =>
      conflict
        .columns(['network_hash', 'account_hash'])
        .doUpdateSet({ wrong_codes: sql<number>`sign_in_attempt.wrong_codes + 1`, ...attempt }),
    )
    .execute();
  const { wrong } = await tx
    .selectFrom('sign_in_attempt')
    .select((is) => sql<number>`${is.fn.sum('wrong_codes')}::integer`.as('wrong'))
    .where('network_hash', '=', hash)
    .where('attempted_at', '>', lapsedAt(now))
    .executeTakeFirstOrThrow();
  const pause = codesPauseMs(wrong);
  if (pause === 0) return;
  const values = { failures: wrong, last_failed_at: now, blocked_until: addMs(now, pause) };
  await tx
    .insertInto('sign_in_failure')
    .values({ subject_hash: hash, ...values })
    .onConflict((conflict) => conflict.column('subject_hash').doUpdateSet(values))
    .execute();
}

/** Takes back a network's wrong codes at an address for which it has typed the right one. */
export async function forgiveWrongCodes(tx: Transaction<DB>, { network }: NetworkAttempt): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempt')
    .where('network_hash', '=', network.hash)
    .where('account_hash', '=', network.account)
    .execute();
}

function lapsedAt(now: Date): Date {
  return new Date(now.getTime() - failuresLapseMs);
}
