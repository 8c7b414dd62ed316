import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { post } from '#/modules/points/index.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { findTask } from '#/modules/tasks/tasks.store.ts';
import { uuidV7 } from '#/lib/uuid.ts';
import { mostReward, roundState } from './riddle-round.rules.ts';
import { findRound, insertUnlock, reserve } from './riddles.store.ts';

type UnlockIntent = Attempt & {
  readonly roundId: string;
  readonly key: string;
};

/**
 * Unlocks the open round for a fan, paid once, and reserves the most they can win in it. A fan for whom its task is not
 * open pays nothing.
 * Lock order: the unlock's row (a fan's own concurrent calls), the round's row (other fans), the ledger.
 * @throws Refusal RIDDLE_ROUND_NOT_FOUND, RIDDLE_ROUND_NOT_OPEN, RIDDLE_ROUND_ENDED, RIDDLE_ROUND_UNLOCKED,
 * RIDDLE_ROUND_FULL, INSUFFICIENT_POINTS, and those of `assertRewardable`
 */
export async function unlockRound(tx: Transaction<DB>, { roundId, key, ...attempt }: UnlockIntent) {
  const { fanId, at } = attempt;
  const round = await findRound(tx, roundId);
  const task = round && (await findTask(tx, round.taskId));
  if (!round || !task) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const state = roundState(round, at);
  if (state === 'coming') throw new Refusal('RIDDLE_ROUND_NOT_OPEN');
  if (state === 'closed') throw new Refusal('RIDDLE_ROUND_ENDED');

  const rewardKey = uuidV7(at);
  const isNew = await insertUnlock(tx, { fanId, round, key, rewardKey, unlockedAt: at });
  if (!isNew) throw new Refusal('RIDDLE_ROUND_UNLOCKED');
  await assertRewardable(tx, task, attempt);
  if (!(await reserve(tx, roundId, mostReward(round)))) throw new Refusal('RIDDLE_ROUND_FULL');

  const [paid] = await post(tx, {
    key,
    receivedAt: at,
    legs: [
      {
        fanId,
        asset: 'POINT',
        direction: 'pays',
        amount: round.price,
        pool: { kind: 'sink', name: 'riddles' },
        reason: 'riddle_unlock',
      },
    ],
  });
  if (!paid) throw new Error('A posting of one leg was answered without it');
  return { roundId, paid: round.price, pointsLeft: paid.balance };
}
