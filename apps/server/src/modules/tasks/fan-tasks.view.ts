import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Claim } from './task.ts';

/** The newest visits of a fan, whatever the task, and how many there are in all. */
export async function listNewestVisits(db: Kysely<DB>, fanId: number, most: number) {
  const visits = db.selectFrom('task_visit').where('fan_id', '=', fanId);
  const { total } = await visits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await visits
    .select(['task_id as taskId', 'occurrence', 'link_type as linkType', 'viewed_at as viewedAt'])
    .orderBy('viewed_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, viewedAt: row.viewedAt.toISOString() })) };
}

/** What providers said that a fan did for tasks, newest first, and how much in all. */
export async function listNewestDeeds(db: Kysely<DB>, fanId: number, most: number) {
  const deeds = db.selectFrom('task_deed').where('fan_id', '=', fanId);
  const { total } = await deeds.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await deeds
    .select(['task_id as taskId', 'occurrence', 'seen_at as seenAt'])
    .orderBy('seen_at', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, seenAt: row.seenAt.toISOString() })) };
}

/** The newest claims of a fan, whatever the task, and how many there are in all. */
export async function listNewestClaims(db: Kysely<DB>, fanId: number, most: number) {
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
