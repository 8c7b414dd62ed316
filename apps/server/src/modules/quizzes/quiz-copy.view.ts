import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** The newest attempts of a fan, whatever the quiz, and how many there are in all. */
export async function listNewestAttempts(db: Kysely<DB>, fanId: number, most: number) {
  const attempts = db.selectFrom('quiz_attempt').where('fan_id', '=', fanId);
  const { total } = await attempts.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await attempts
    .select([
      'task_id as taskId',
      'begun_at as begunAt',
      'ended_at as endedAt',
      'question_count as questionCount',
      'right_count as rightCount',
      'passed',
    ])
    .orderBy('begun_at', 'desc')
    .limit(most)
    .execute();
  return {
    total,
    rows: rows.map((row) => ({
      ...row,
      begunAt: row.begunAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
    })),
  };
}
