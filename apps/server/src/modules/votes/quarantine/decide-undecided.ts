import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { decideVotes, findDueVerdict, listUndecidedVotes, type RoundKey } from './decisions.store.ts';
import { undecidedWords } from './suspicion-words.ts';

type Bounds = {
  /** How many votes are decided about in one transaction: a fan who votes meanwhile waits no longer than that takes. */
  readonly most: number;
  /** How many such transactions there are at most, so that other rounds and activities have their turn. */
  readonly batches: number;
};
const usualBounds: Bounds = { most: 200, batches: 10 };

/**
 * Decides as the rules say about votes of a round for which the time is over, batch by batch, each in a transaction of its
 * own. Whoever else does so at the same time, and whatever was interrupted, each vote is decided about once. It cannot be
 * undone, so it goes by a time on which all processes agree.
 *
 * @param question `after` is the vote to go on from: only a round that is closed has undecided votes whose time is over, so
 * none comes before it any more
 * @returns the vote to go on from; nothing where no more is left
 */
export async function decideUndecided(
  db: Kysely<DB>,
  { at, after, ...round }: RoundKey & { readonly at: Date; readonly after?: string | undefined },
  { most, batches }: Bounds = usualBounds,
): Promise<string | undefined> {
  const { activityId } = round;
  const verdict = await findDueVerdict(db, round, at);
  if (verdict === undefined) return undefined;
  let last = after;
  for (let batch = 0; batch < batches; batch += 1) {
    const voteIds = await listUndecidedVotes(db, { ...round, after: last ?? '0', most });
    if (voteIds.length > 0) {
      const decision = { activityId, voteIds, verdict, reason: undecidedWords[verdict], isByRule: true, at };
      const decided = await transactionWithRetry(db, (tx) => decideVotes(tx, decision));
      // Those that another process has decided about meanwhile are in quarantine no longer, and known as such.
      const astray = decided.filter(({ result }) => result === 'notInQuarantine').map(({ voteId }) => voteId);
      if (astray.length > 0) {
        throw new Error(
          `Votes of activity ${activityId} are listed as undecided and are not in quarantine: ${astray.join(', ')}`,
        );
      }
    }
    if (voteIds.length < most) return undefined;
    last = voteIds.at(-1);
  }
  return last;
}
