import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { isSettled } from './riddle-round.rules.ts';
import { findRound } from './riddles.store.ts';

type CorrectAnswers = DataOf<Contract['POST /task/api/v1/riddle/getCorrectAnswers']>;

/**
 * What solved the riddles of a round, once nobody can answer them any more.
 *
 * @throws Refusal RIDDLE_ROUND_NOT_FOUND, RIDDLE_ROUND_NOT_CLOSED
 */
export async function readCorrectAnswers(
  db: Kysely<DB>,
  { roundId, at, language }: { readonly roundId: string; readonly at: Date; readonly language: Language },
): Promise<CorrectAnswers> {
  const round = await findRound(db, roundId);
  if (!round) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  if (!isSettled(round, at)) throw new Refusal('RIDDLE_ROUND_NOT_CLOSED');
  const rows = await db
    .selectFrom('riddle')
    .innerJoin('riddle_solution as solution', 'solution.riddle_id', 'riddle.id')
    .select((columns) => [
      'riddle.id as riddleId',
      columns.ref('solution.answer').$castTo<Readonly<Record<Language, string>>>().as('answer'),
    ])
    .where('riddle.round_id', '=', roundId)
    .orderBy('riddle.position')
    .orderBy('riddle.id')
    .execute();
  return { roundId, answers: rows.map(({ riddleId, answer }) => ({ riddleId, answer: answer[language] })) };
}
