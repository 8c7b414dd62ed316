import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { hasResult, holdPoll, insertResult, listPollsWithoutResult } from './result.store.ts';
import { pollState } from './poll.rules.ts';
import { countBallots } from './results.view.ts';

/**
 * Writes down the result of every poll that is over for good, each once however often and by however many this runs.
 *
 * @param now a time on which all processes agree: it cannot be undone
 */
export async function freezeResults(db: Kysely<DB>, now: Date): Promise<void> {
  for (const poll of await listPollsWithoutResult(db)) {
    if (pollState(poll, now) !== 'final') continue;
    const { activityId } = poll;
    await transactionWithRetry(db, async (tx) => {
      await holdPoll(tx, activityId);
      if (!(await hasResult(tx, activityId))) await insertResult(tx, activityId, await countBallots(tx, activityId));
    });
  }
}
