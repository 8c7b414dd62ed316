import type { Contract, DataOf } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Operator } from '#/http/operators.ts';
import { recordAct } from '#/modules/operators/index.ts';
import { type Decision, decideVotes } from './decisions.store.ts';

type Decided = DataOf<Contract['POST /operator/api/v1/votes/decide']>;

/**
 * Decides by an operator's word about votes in quarantine, each exactly once, and writes down the act that does it. Where
 * nothing was left to decide there is no act either.
 */
export async function decideByOperator(
  tx: Transaction<DB>,
  { operator, why, ...decision }: Omit<Decision, 'isByRule'> & { readonly operator: Operator; readonly why: string },
): Promise<Decided> {
  const { activityId, verdict, reason, at } = decision;
  const asked = [...new Set(decision.voteIds)];
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
    votes: asked.map((voteId) => ({ voteId, result: resultOf.get(voteId) ?? 'notInQuarantine' })),
  };
}
