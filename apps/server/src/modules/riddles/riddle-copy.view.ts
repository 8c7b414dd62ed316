import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';

type UnlockCopy = { roundId: string; paid: number; unlockedAt: Date; right: number | null; reward: number | null };

/** The rounds a fan has unlocked, newest first, and how many in all. */
export async function listNewestUnlocks(db: Kysely<DB>, fanId: number, most: number) {
  const unlocks = db.selectFrom('riddle_unlock').where('fan_id', '=', fanId);
  const { total } = await unlocks.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { rows } = await sql<UnlockCopy>`
    select round_id as "roundId", price as paid, unlocked_at as "unlockedAt", right_count as right, reward
      from riddle_unlock
     where fan_id = ${fanId}
     order by unlocked_at desc
     limit ${most}`.execute(db);
  return { total, rows: rows.map((row) => ({ ...row, unlockedAt: row.unlockedAt.toISOString() })) };
}

/** A fan's last answers to riddles, newest first, and how many in all. */
export async function listNewestAnswers(db: Kysely<DB>, fanId: number, most: number) {
  const answers = db.selectFrom('riddle_answer').where('fan_id', '=', fanId);
  const { total } = await answers.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await answers
    .select(['riddle_id as riddleId', 'answer', 'answered_at as answeredAt'])
    .orderBy('answered_at', 'desc')
    .orderBy('riddle_id')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() })) };
}
