import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/**
 * The right answers of an unlock `u`: the fan's last answers that are among the accepted ones. Both are stored normalised.
 */
export const rightCountOf = sql<number>`(
  select count(*)::integer
    from riddle_answer a join riddle_solution s on s.riddle_id = a.riddle_id
   where a.fan_id = u.fan_id and a.round_id = u.round_id and a.normalised = any(s.accepted))`;

export type Unmarked = { readonly roundId: string; readonly fanId: number };

/**
 * The next unmarked unlocks of rounds closed by then, by a partial index.
 * @param after the last one of the former list; undefined to begin
 */
export async function listUnmarked(
  db: Kysely<DB>,
  { closedBy, after, most }: { readonly closedBy: Date; readonly after: Unmarked | undefined; readonly most: number },
): Promise<Unmarked[]> {
  const { rows } = await sql<Unmarked>`
    select u.round_id as "roundId", u.fan_id as "fanId"
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.marked_at is null and r.closes_at <= ${closedBy}
       and (u.round_id, u.fan_id) > (${after?.roundId ?? ''}, ${after?.fanId ?? 0}::bigint)
     order by u.round_id, u.fan_id
     limit ${most}`.execute(db);
  return rows;
}

/** Lets one transaction at a time work on a fan. False when erased. */
export async function lockFan(tx: Transaction<DB>, fanId: number): Promise<boolean> {
  const fan = await tx
    .selectFrom('fan')
    .select('id')
    .where('id', '=', fanId)
    .where('erased_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return fan !== undefined;
}

export type Marked = { readonly taskId: string; readonly reward: number; readonly rewardKey: string };

/** Stores the right count and the reward; undefined when it was marked before. */
export async function markUnlock(
  tx: Transaction<DB>,
  { roundId, fanId }: Unmarked,
  markedAt: Date,
): Promise<Marked | undefined> {
  const { rows } = await sql<Marked>`
    update riddle_unlock u
       set right_count = counted.right, marked_at = ${markedAt},
           reward = case counted.right when 0 then 0 else u.rewards[counted.right] end
      from (select ${rightCountOf} as right
              from (select ${fanId}::bigint as fan_id, ${roundId}::text as round_id) u) counted,
           riddle_round r
     where u.fan_id = ${fanId} and u.round_id = ${roundId} and u.marked_at is null and r.id = u.round_id
    returning r.task_id as "taskId", u.reward, u.reward_key as "rewardKey"`.execute(tx);
  return rows[0];
}

/**
 * Deletes the answers of a fan in erasure; unmarked ones then bring nothing. Unlocks are locked first, because an answer in
 * progress holds its unlock and is then deleted too. The fan must be locked.
 */
export async function forgetAnswers(tx: Transaction<DB>, fanId: number, now: Date): Promise<void> {
  await tx
    .updateTable('riddle_unlock')
    .set({ right_count: 0, reward: 0, marked_at: now })
    .where('fan_id', '=', fanId)
    .where('marked_at', 'is', null)
    .execute();
  await tx.deleteFrom('riddle_answer').where('fan_id', '=', fanId).execute();
}
