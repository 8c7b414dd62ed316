import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { MyAnswers } from './riddle-round.ts';
import { findRound } from './riddles.store.ts';

type Row = { riddleId: string; answer: string; answeredAt: Date; right: boolean | null };

/**
 * A fan's last answers in a round they have unlocked, in the order of its riddles. Which are right is not even looked up
 * before the round is marked.
 *
 * @throws Refusal RIDDLE_ROUND_NOT_FOUND, RIDDLE_ROUND_LOCKED
 */
export async function readMyAnswers(
  db: Kysely<DB>,
  { fanId, roundId }: { readonly fanId: number; readonly roundId: string },
): Promise<MyAnswers> {
  if (!(await findRound(db, roundId))) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const unlock = await db
    .selectFrom('riddle_unlock')
    .select('marked_at')
    .where('fan_id', '=', fanId)
    .where('round_id', '=', roundId)
    .executeTakeFirst();
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');

  const right = unlock.marked_at
    ? sql`(select a.normalised = any(s.accepted) from riddle_solution s where s.riddle_id = a.riddle_id)`
    : sql`null::boolean`;
  const { rows } = await sql<Row>`
    select a.riddle_id as "riddleId", a.answer, a.answered_at as "answeredAt", ${right} as right
      from riddle_answer a join riddle on riddle.id = a.riddle_id
     where a.fan_id = ${fanId} and a.round_id = ${roundId}
     order by riddle.position, riddle.id`.execute(db);
  return { roundId, answers: rows.map((row) => ({ ...row, answeredAt: row.answeredAt.toISOString() })) };
}
