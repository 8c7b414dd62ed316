import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { failuresLapseMs, pauseAfterMs } from './sign-in-delay.rules.ts';

/** Until when a subject is to wait, if that is still to come. */
export async function blockedUntil(db: Kysely<DB>, subject: Buffer, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sign_in_failure')
    .select('blocked_until')
    .where('subject_hash', '=', subject)
    .where('blocked_until', '>', now)
    .executeTakeFirst();
  return row?.blocked_until;
}

/**
 * Counts one more failure of a subject, unless the subject is to wait.
 *
 * @returns until when it is to wait, if nothing was counted.
 */
export async function countFailure(db: Kysely<DB>, subject: Buffer, now: Date): Promise<Date | undefined> {
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto('sign_in_failure')
      .values({ subject_hash: subject, failures: 0, last_failed_at: now, blocked_until: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const last = await tx
      .selectFrom('sign_in_failure')
      .selectAll()
      .where('subject_hash', '=', subject)
      .forUpdate()
      .executeTakeFirst();
    // A success of the same subject may have taken the row away in between; then the count begins anew.
    if (!last) return undefined;
    if (last.blocked_until > now) return last.blocked_until;
    const hasLapsed = now.getTime() - last.last_failed_at.getTime() > failuresLapseMs;
    const failures = hasLapsed ? 1 : last.failures + 1;
    await tx
      .updateTable('sign_in_failure')
      .set({ failures, last_failed_at: now, blocked_until: new Date(now.getTime() + pauseAfterMs(failures)) })
      .where('subject_hash', '=', subject)
      .execute();
    return undefined;
  });
}

/** Takes back a failure that turned out to be ours. */
export async function uncountFailure(db: Kysely<DB>, subject: Buffer, now: Date): Promise<void> {
  await db
    .updateTable('sign_in_failure')
    .set({ failures: sql<number>`greatest(0, failures - 1)`, blocked_until: now })
    .where('subject_hash', '=', subject)
    .execute();
}

export async function forgetFailures(tx: Transaction<DB>, subjects: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('sign_in_failure').where('subject_hash', 'in', subjects).execute();
}

export async function deleteLapsedFailures(db: Kysely<DB>, now: Date): Promise<void> {
  const lapsed = new Date(now.getTime() - failuresLapseMs);
  await db.deleteFrom('sign_in_failure').where('last_failed_at', '<', lapsed).execute();
}
