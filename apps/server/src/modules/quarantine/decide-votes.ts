import { type Contract, type DataOf, votesDecidedAtOnce } from '@lightstick/contract';
import type { Transaction, Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { Operator } from '#/http/caller.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { periodOf } from '#/modules/elections/index.ts';
import { notify } from '#/modules/notices/index.ts';
import {
  type DecidedVote,
  type Decision,
  decideVotes,
  findDueVerdict,
  listUndecidedVotes,
  type RoundKey,
} from './quarantine.store.ts';
import { countWaiting, listDecidedFans, listWaitingIds } from './quarantine.view.ts';
import { undecidedWords, type Suspicion } from './suspicion.ts';

type DecidedVotes = DataOf<Contract['POST /operator/api/v1/votes/decide']>;

type DecisionRequest = Omit<Decision, 'isByRule' | 'voteIds'> & {
  /** Either vote ids or a cluster. */
  readonly voteIds?: readonly string[] | undefined;
  readonly cluster?: { readonly clusterId: string; readonly suspicion: Suspicion } | undefined;
  readonly operator: Operator;
  readonly why: string;
};

/**
 * Decides votes in quarantine on an operator's word, each exactly once, and writes the audit log entry; without an
 * undecided vote it writes none.
 */
export async function decideByOperator(
  tx: Transaction<DB>,
  { operator, why, voteIds, cluster: named, ...decision }: DecisionRequest,
): Promise<DecidedVotes> {
  const { activityId, verdict, reason, at } = decision;
  const cluster = named && { ...named, activity: { period: await periodOf(tx, activityId) } };
  const asked = cluster ? await listWaitingIds(tx, { ...cluster, most: votesDecidedAtOnce }) : [...new Set(voteIds)];
  const answers = await decideAndTell(tx, { ...decision, voteIds: asked, isByRule: false });
  const decided = answers.filter(({ result }) => result === 'decided');
  const num = decided.reduce((sum, vote) => sum + vote.num, 0);
  if (decided.length > 0) {
    const act = { action: 'votes/decide', subject: `activity:${activityId}`, before: { state: 'quarantined' } };
    const after = { state: verdict, reason, num, voteIds: decided.map(({ voteId }) => voteId) };
    await recordInAuditLog(tx, { ...act, operator, why, after, at });
  }
  const resultOf = new Map(answers.map(({ voteId, result }) => [voteId, result]));
  return {
    verdict,
    num,
    remaining: cluster ? await countWaiting(tx, cluster) : 0,
    votes: asked.map((voteId) => ({ voteId, result: resultOf.get(voteId) ?? 'notInQuarantine' })),
  };
}

/** Decides votes, and tells each of their fans once what became of theirs. */
async function decideAndTell(tx: Transaction<DB>, decision: Decision): Promise<DecidedVote[]> {
  const { verdict, reason, at } = decision;
  const answers = await decideVotes(tx, decision);
  const voteIds = answers.flatMap(({ voteId, result }) => (result === 'decided' ? [voteId] : []));
  if (voteIds.length === 0) return answers;
  const { decisionId, activityId, title, fans } = await listDecidedFans(tx, voteIds);
  await notify(tx, {
    kind: 'votesDecided',
    subject: decisionId,
    fans: fans.map(({ fanId, num }) => ({ fanId, parameters: { activityId, title, num, verdict, reason } })),
    at,
  });
  return answers;
}

type RunBounds = {
  /** The most votes decided in one transaction; a fan who votes in that time waits for it. */
  readonly most: number;
  /** The most transactions of one run, so that other rounds and activities get their turn. */
  readonly batches: number;
};
const usualBounds: RunBounds = { most: 200, batches: 10 };

/**
 * Applies the rules to votes of a round whose time for a decision has ended, in batches with their own transactions.
 * Concurrent and interrupted runs decide each vote once. It uses cluster time, because a decision is final.
 * @param question `after` is the vote to continue after: only a closed round has overdue votes, so no earlier one appears
 * later
 * @returns the vote to continue after; undefined at the end
 */
export async function decideUndecided(
  db: Kysely<DB>,
  { at, after, ...round }: RoundKey & { readonly at: Date; readonly after?: string | undefined },
  { most, batches }: RunBounds = usualBounds,
): Promise<string | undefined> {
  const { activityId } = round;
  const verdict = await findDueVerdict(db, round, at);
  if (verdict === undefined) return undefined;
  let last = after;
  for (let batch = 0; batch < batches; batch += 1) {
    const cursor = last === undefined ? undefined : { voteId: last };
    const voteIds = await listUndecidedVotes(db, { ...round, after: cursor, most });
    if (voteIds.length > 0) {
      const decision = { activityId, voteIds, verdict, reason: undecidedWords[verdict], isByRule: true, at };
      const decided = await transactionWithRetry(db, (tx) => decideAndTell(tx, decision));
      // Votes that another process has decided meanwhile.
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
