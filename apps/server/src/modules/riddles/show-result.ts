import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findRound, lockUnlock, noteShown } from './riddles.store.ts';

/**
 * Notes that a fan was shown the result of a round. Of several that ask at once, on two devices perhaps, one is told that
 * it was the first.
 *
 * @throws Refusal RIDDLE_ROUND_NOT_FOUND, RIDDLE_ROUND_LOCKED, RIDDLE_ROUND_NOT_CLOSED
 */
export async function showResult(
  tx: Transaction<DB>,
  { fanId, roundId, shownAt }: { readonly fanId: number; readonly roundId: string; readonly shownAt: Date },
) {
  if (!(await findRound(tx, roundId))) throw new Refusal('RIDDLE_ROUND_NOT_FOUND');
  const unlock = await lockUnlock(tx, fanId, roundId);
  if (!unlock) throw new Refusal('RIDDLE_ROUND_LOCKED');
  if (!unlock.markedAt) throw new Refusal('RIDDLE_ROUND_NOT_CLOSED');
  const first = unlock.shownAt === null;
  if (first) await noteShown(tx, fanId, roundId, shownAt);
  return { roundId, popShown: true as const, first };
}
