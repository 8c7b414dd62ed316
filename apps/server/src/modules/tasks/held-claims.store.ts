import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

export type SettledClaim = { readonly fanId: number; readonly taskId: string; readonly points: number };

/** Settles a held claim; nothing when it is not held, or not any more. A rival that has not committed yet is waited for. */
export async function settleHeld(
  tx: Transaction<DB>,
  settlement: {
    claimId: string;
    state: 'awarded' | 'refused';
    refusal: Readonly<Record<Language, string>> | null;
    at: Date;
  },
): Promise<SettledClaim | undefined> {
  const { claimId, state, refusal, at } = settlement;
  return tx
    .updateTable('task_claim')
    .set({ state, refusal: refusal && JSON.stringify(refusal), settled_at: sql`greatest(claimed_at, ${at})` })
    .where('key', '=', claimId)
    .where('state', '=', 'held')
    .returning(['fan_id as fanId', 'task_id as taskId', 'points'])
    .executeTakeFirst();
}

/** Lets lapse what is held of a fan who is being erased. Answers what they would have brought. */
export async function lapseHeld(tx: Transaction<DB>, fanId: number, at: Date): Promise<readonly SettledClaim[]> {
  return tx
    .updateTable('task_claim')
    .set({ state: 'lapsed', settled_at: sql`greatest(claimed_at, ${at})` })
    .where('fan_id', '=', fanId)
    .where('state', '=', 'held')
    .returning(['fan_id as fanId', 'task_id as taskId', 'points'])
    .execute();
}

/** Gives what a claim kept of its task's budget back to it. */
export async function returnToBudget(tx: Transaction<DB>, { taskId, points }: SettledClaim): Promise<void> {
  await sql`select return_to_task_budget(${taskId}, ${points}::bigint)`.execute(tx);
}

/**
 * Held claims that have waited as long as they may, those that waited longest first.
 *
 * @param after the last that was listed before
 */
export async function listDueClaims(
  db: Kysely<DB>,
  { at, after, most }: { at: Date; after: DueClaim | undefined; most: number },
): Promise<DueClaim[]> {
  return db
    .selectFrom('task_claim')
    .select(['key as claimId', 'release_at as releaseAt'])
    .where('state', '=', 'held')
    .where('release_at', '<=', at)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(release_at, key) > (${after?.releaseAt}, ${after?.claimId})`),
    )
    .orderBy('release_at')
    .orderBy('key')
    .limit(most)
    .$castTo<DueClaim>()
    .execute();
}

export type DueClaim = { readonly claimId: string; readonly releaseAt: Date };
