import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { lapseHeld, returnToBudget } from './claims.store.ts';
import type { Claim } from './task.ts';

/** Visits and social actions reveal behaviour and are deleted; claims explain payments and stay. */
export const taskPersonalData: PersonalData = {
  erased: ['task_visit', 'task_social_action'],
  kept: {
    task_claim: 'A claim explains a posting of the ledger, under the same key.',
    claim_count: 'Counts of a day under keyed hashes that identify no one; forgotten within two days.',
  },
  async erase(tx, { id }, now) {
    // Budgets are locked in one order, so that concurrent erasures do not deadlock.
    const lapsed = (await lapseHeld(tx, id, now)).toSorted((one, other) => (one.taskId < other.taskId ? -1 : 1));
    for (const claim of lapsed) await returnToBudget(tx, claim);
    await tx.deleteFrom('task_visit').where('fan_id', '=', id).execute();
    await tx.deleteFrom('task_social_action').where('fan_id', '=', id).execute();
  },
  async copy(db, { fan, mostRows }) {
    return {
      taskVisits: await listNewestVisits(db, fan.id, mostRows),
      taskSocialActions: await listNewestSocialActions(db, fan.id, mostRows),
      taskClaims: await listNewestClaims(db, fan.id, mostRows),
    };
  },
};

/** Returns a fan's newest visits and their total number. */
async function listNewestVisits(db: Kysely<DB>, fanId: number, most: number) {
  const visits = db.selectFrom('task_visit').where('fan_id', '=', fanId);
  const { total } = await visits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await visits
    .select(['task_id as taskId', 'occurrence', 'link_type as linkType', 'viewed_at as viewedAt'])
    .orderBy('viewed_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, viewedAt: row.viewedAt.toISOString() })) };
}

/** Returns a fan's newest social actions and their total number. */
async function listNewestSocialActions(db: Kysely<DB>, fanId: number, most: number) {
  const actions = db.selectFrom('task_social_action').where('fan_id', '=', fanId);
  const { total } = await actions.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await actions
    .select(['task_id as taskId', 'occurrence', 'seen_at as seenAt'])
    .orderBy('seen_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() })) };
}

/** Returns a fan's newest claims and their total number. */
async function listNewestClaims(db: Kysely<DB>, fanId: number, most: number) {
  const claims = db.selectFrom('task_claim').where('fan_id', '=', fanId);
  const { total } = await claims.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await claims
    .select(['task_id as taskId', 'occurrence', 'points', 'state', 'claimed_at as claimedAt'])
    .orderBy('claimed_at', 'desc')
    .limit(most)
    .$castTo<Pick<Claim, 'occurrence' | 'state'> & { taskId: string; points: number; claimedAt: Date }>()
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, claimedAt: row.claimedAt.toISOString() })) };
}
