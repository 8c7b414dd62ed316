import { type Contract, type DataOf, votesDecidedAtOnce } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator } from '#/http/operators.ts';
import { recordAct } from '#/modules/operators/index.ts';
import type { Suspicion } from '../votes.store.ts';
import { type Decision, decideVotes } from './decisions.store.ts';
import { countWaiting, listWaitingIds } from './quarantined-votes.view.ts';

type Decided = DataOf<Contract['POST /operator/api/v1/votes/decide']>;

type Asked = Omit<Decision, 'isByRule' | 'voteIds'> & {
  /** Either these or a cluster. */
  readonly voteIds?: readonly string[] | undefined;
  readonly cluster?: { readonly clusterId: string; readonly suspicion: Suspicion } | undefined;
  readonly operator: Operator;
  readonly why: string;
};

/**
 * Decides by an operator's word about votes in quarantine, each exactly once, and writes down the act that does it. Where
 * nothing was left to decide there is no act either.
 */
export async function decideByOperator(
  tx: Transaction<DB>,
  { operator, why, voteIds, cluster: named, ...decision }: Asked,
): Promise<Decided> {
  const { activityId, verdict, reason, at } = decision;
  const cluster = named && { ...named, activity: await findPeriod(tx, activityId) };
  const asked = cluster ? await listWaitingIds(tx, { ...cluster, most: votesDecidedAtOnce }) : [...new Set(voteIds)];
  const answers = await decideVotes(tx, { ...decision, voteIds: asked, isByRule: false });
  const decided = answers.filter(({ result }) => result === 'decided');
  const num = decided.reduce((sum, vote) => sum + vote.num, 0);
  if (decided.length > 0) {
    const act = { action: 'votes/decide', subject: `activity:${activityId}`, before: { state: 'quarantined' } };
    const after = { state: verdict, reason, num, voteIds: decided.map(({ voteId }) => voteId) };
    await recordAct(tx, { ...act, operator, why, after, at });
  }
  const resultOf = new Map(answers.map(({ voteId, result }) => [voteId, result]));
  return {
    verdict,
    num,
    remaining: cluster ? await countWaiting(tx, cluster) : 0,
    votes: asked.map((voteId) => ({ voteId, result: resultOf.get(voteId) ?? 'notInQuarantine' })),
  };
}

function findPeriod(tx: Transaction<DB>, activityId: string): Promise<{ period: number }> {
  return tx.selectFrom('activity').select('period').where('id', '=', activityId).executeTakeFirstOrThrow();
}
