import { randomBytes } from 'node:crypto';
import { normaliseText } from '#/lib/normalise-text.ts';
import { givenTask } from './given-task.ts';
import { inBothLanguages } from './in-both-languages.ts';
import type { World } from './world.ts';

export type RoundOptions = {
  readonly taskId?: string;
  readonly price?: number;
  readonly rewards?: readonly number[];
  readonly budget?: number;
  readonly opensAt?: Date;
  readonly closesAt?: Date;
};

export type TestRound = {
  readonly roundId: string;
  readonly taskId: string;
  readonly opensAt: Date;
  readonly closesAt: Date;
  /** Each with an answer that solves it. */
  readonly riddles: readonly { readonly riddleId: string; readonly solution: string }[];
};

const hourMs = 3_600_000;

/**
 * Puts a round in place as a content pack would, with as many riddles as there are rewards. Unless wished otherwise it
 * opens when all others have closed, stays open for an hour, and the clock is set to when it opens.
 */
export async function givenRiddleRound(
  world: Pick<World, 'ownerPool' | 'clock'>,
  options: RoundOptions = {},
): Promise<TestRound> {
  const { ownerPool, clock } = world;
  const { price = 30, rewards = [20, 60, 150], budget = 1_500_000 } = options;
  const opensAt = options.opensAt ?? (await afterAllOthers(world));
  const closesAt = options.closesAt ?? new Date(opensAt.getTime() + hourMs);
  const taskId = options.taskId ?? (await givenTask(world, { typeId: 50, tab: 'luckyTasks', linkTypes: [] }));
  const roundId = `round-${randomBytes(6).toString('hex')}`;
  await ownerPool.query(
    `INSERT INTO riddle_round (id, task_id, title, description, opens_at, closes_at, price, rewards, budget, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1)`,
    [
      roundId,
      taskId,
      inBothLanguages('The first round'),
      inBothLanguages('Three riddles'),
      opensAt,
      closesAt,
      price,
      rewards,
      budget,
    ],
  );
  const riddles = rewards.map((_, position) => ({
    riddleId: `riddle-${position}-${randomBytes(4).toString('hex')}`,
    solution: `Sölution ${randomBytes(8).toString('hex')}`,
  }));
  for (const [position, { riddleId, solution }] of riddles.entries()) {
    await ownerPool.query('INSERT INTO riddle (id, round_id, text, hint, position) VALUES ($1, $2, $3, $4, $5)', [
      riddleId,
      roundId,
      inBothLanguages(`What is number ${position}?`),
      inBothLanguages(`It is between ${position - 1} and ${position + 1}`),
      position,
    ]);
    await ownerPool.query('INSERT INTO riddle_solution (riddle_id, answer, accepted) VALUES ($1, $2, $3)', [
      riddleId,
      inBothLanguages(solution),
      [normaliseText(solution), normaliseText(`the other ${solution}`)],
    ]);
  }
  if (!options.opensAt) clock.set(opensAt);
  return { roundId, taskId, opensAt, closesAt, riddles };
}

/** Returns an hour after the closing of every round, and not before now. */
async function afterAllOthers({ ownerPool, clock }: Pick<World, 'ownerPool' | 'clock'>): Promise<Date> {
  const { rows } = await ownerPool.query<{ last: Date | null }>('SELECT max(closes_at) AS last FROM riddle_round');
  return new Date(Math.max(clock.now().getTime(), (rows[0]?.last?.getTime() ?? 0) + hourMs));
}
