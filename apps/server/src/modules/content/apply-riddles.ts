import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { frozenRounds, keptRounds, budgetsBelowRounds } from './riddle-changes.rules.ts';
import type { Entry, Pack } from './pack.ts';
import { lastFrozenOpening, type Moment } from './pack-time.ts';
import type { Problem } from './problem.ts';
import { riddleRoundRow, riddleRows, riddleSolutionRows } from './pack-rows.ts';
import { deleteComingOthers, listPublishedRounds } from './content.store.ts';
import type { RiddleRound } from './schema/quizzes.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

type Rounds = readonly Entry<RiddleRound>[];

/** Reports conflicts between the pack's rounds and those in the database. */
export async function riddleProblems(
  tx: Transaction<DB>,
  { riddleRounds: rounds, tasks }: Pick<Pack, 'riddleRounds' | 'tasks'>,
  moment: Moment,
): Promise<Problem[]> {
  const published = await listPublishedRounds(tx);
  const kept = keptRounds(rounds, published, moment);
  return [...frozenRounds(rounds, published, moment), ...budgetsBelowRounds({ tasks, rounds, kept }, moment.now)];
}

/**
 * Writes rounds with riddles and solutions; their tasks must exist. Rounds that have opened, or are about to, are never
 * removed.
 */
export async function applyRiddles(
  tx: Transaction<DB>,
  rounds: Rounds,
  { anchoredAt, now }: Moment,
): Promise<AppliedPart> {
  const values = rounds.map(({ value }) => value);
  const riddles = values.flatMap(riddleRows);
  const roundIds = values.map(({ id }) => id);
  const retired = await deleteComingOthers(tx, {
    roundIds,
    riddleIds: riddles.map(({ id }) => id),
    opensAfter: lastFrozenOpening({ now }),
  });
  const rows = values.map((round, position) => riddleRoundRow(round, position, anchoredAt));
  return {
    written: [
      await upsert(tx, 'riddle_round', ['id'], rows),
      await upsert(tx, 'riddle', ['id'], riddles),
      await upsert(tx, 'riddle_solution', ['riddle_id'], values.flatMap(riddleSolutionRows)),
    ],
    retired,
  };
}
