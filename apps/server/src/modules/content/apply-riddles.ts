import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { isSettled } from '#/modules/tasks/index.ts';
import type { PackEntry, Pack } from './pack.ts';
import { lastFrozenOpening, type Moment, resolvePackTime } from './pack-time.ts';
import type { Problem } from './yaml-file.ts';
import { riddleRoundRow, riddleRows, riddleSolutionRows } from './pack-rows.ts';
import { listPublishedRounds, type PublishedRound } from './content.view.ts';
import { riddleType } from './quiz-checks.ts';
import { deleteOtherRounds } from './content.store.ts';
import type { RiddleRound, Task } from './schema/tasks.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

type Rounds = readonly PackEntry<RiddleRound>[];

/** Reports conflicts between the pack's rounds and those in the database. */
export async function riddleProblems(
  tx: Transaction<DB>,
  { riddleRounds: rounds, tasks }: Pick<Pack, 'riddleRounds' | 'tasks'>,
  moment: Moment,
): Promise<Problem[]> {
  const published = await listPublishedRounds(tx);
  const kept = findKeptRounds(rounds, published, moment);
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
  const retired = await deleteOtherRounds(tx, {
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

const frozenSinceOpening = ['task', 'opensAt', 'closesAt', 'price', 'rewards', 'riddles'] as const;

/**
 * Reports changes of rounds that fans have paid for: a round freezes shortly before its opening. Texts and accepted answers
 * may still be corrected.
 */
function frozenRounds(
  rounds: readonly PackEntry<RiddleRound>[],
  published: readonly PublishedRound[],
  moment: Moment,
): Problem[] {
  const kept = findKeptRounds(rounds, published, moment);
  const frozenUntil = lastFrozenOpening(moment);
  return rounds.flatMap((entry) => {
    const { value: round, problem } = entry;
    const before = published.find(({ id }) => id === round.id);
    const problems = before && before.opensAt <= frozenUntil ? changesOf(entry, before, moment) : [];
    if (before && round.budget < before.reserved) {
      const found = `is ${round.budget}, but those who unlocked the round can win ${before.reserved}`;
      problems.push(problem(['budget'], `${found}; expected at least that`));
    }
    return [...problems, ...runsIntoHistory(entry, kept, moment)];
  });
}

function changesOf(
  { value: round, problem }: PackEntry<RiddleRound>,
  before: PublishedRound,
  moment: Moment,
): Problem[] {
  const wanted = {
    ...windowOf(round, moment),
    task: round.task,
    price: round.price,
    rewards: round.rewards,
    riddles: round.riddles.map(({ id }) => id).toSorted(),
  };
  return frozenSinceOpening
    .filter((field) => !isDeepStrictEqual(wanted[field], before[field]))
    .map((field) =>
      problem(
        [field],
        `is not what round ${round.id} was opened with; expected ${formatTerm(before[field])} as it was`,
      ),
    );
}

/** Returns the rounds that stay although the pack omits them: those that have opened, or are about to. */
function findKeptRounds(
  rounds: readonly PackEntry<RiddleRound>[],
  published: readonly PublishedRound[],
  { now }: Pick<Moment, 'now'>,
): readonly PublishedRound[] {
  const written = new Set(rounds.map(({ value }) => value.id));
  return published.filter(({ id, opensAt }) => !written.has(id) && opensAt <= lastFrozenOpening({ now }));
}

/** Reports a round at the time of one that stays. */
function runsIntoHistory(
  { value: round, problem }: PackEntry<RiddleRound>,
  kept: readonly PublishedRound[],
  moment: Moment,
): Problem[] {
  const { opensAt, closesAt } = windowOf(round, moment);
  const rival = kept.find((other) => opensAt < other.closesAt && other.opensAt < closesAt);
  if (!rival) return [];
  return [problem(['opensAt'], `is while round ${rival.id} is open, which was applied before; expected a later time`)];
}

function windowOf({ opensAt, closesAt }: RiddleRound, { anchoredAt }: Moment) {
  return { opensAt: resolvePackTime(opensAt, anchoredAt), closesAt: resolvePackTime(closesAt, anchoredAt) };
}

function formatTerm(value: Date | string | number | readonly (number | string)[]): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? value.join(', ') : String(value);
}

type PaidRounds = {
  readonly tasks: readonly PackEntry<Task>[];
  readonly rounds: readonly PackEntry<RiddleRound>[];
  /** Rounds of earlier applications that stay although the pack omits them. */
  readonly kept: readonly PublishedRound[];
};

/**
 * Reports tasks whose budget does not pay for their rounds, including rounds that the pack omits but that have spent, or
 * will spend, of the same budget.
 */
function budgetsBelowRounds({ tasks, rounds, kept }: PaidRounds, now: Date): Problem[] {
  return tasks.flatMap(({ value: task, problem }) => {
    if (task.type !== riddleType) return [];
    const ofPack = rounds.filter(({ value }) => value.task === task.id).map(({ value }) => value.budget);
    const before = kept.filter((round) => round.task === task.id).map((round) => claimOf(round, now));
    const [planned, taken] = [sumOf(ofPack), sumOf(before)];
    if (task.budget >= planned + taken) return [];
    const found = `is ${task.budget}, but its rounds have ${planned} and those applied before can pay ${taken}`;
    return [problem(['budget'], `${found}; expected at least ${planned + taken}`)];
  });
}

/** Returns the most that a round takes of its task's budget: a round that can still be unlocked may take all it has. */
function claimOf(round: PublishedRound, now: Date): number {
  return isSettled(round, now) ? round.reserved : round.budget;
}

function sumOf(points: readonly number[]): number {
  return points.reduce((sum, one) => sum + one, 0);
}
