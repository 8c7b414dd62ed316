import { ErrorCode, type Contract, type DataOf, type Envelope, errorName } from '../../packages/contract/src/index.ts';

/** One vote as its fan means it. It is sent with the same key until its outcome is known. */
export type Vote = {
  readonly key: string;
  readonly fanId: number;
  readonly token: string;
  readonly activityId: string;
  readonly idolId: string;
  readonly num: number;
};

const path = '/activity/api/v1/vote/doVote';

export type VoteAnswer = DataOf<Contract[`POST ${typeof path}`]>;

/** What came of sending a vote once. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: VoteAnswer }
  /** Refused for good: the ledger has judged it and has written nothing. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody listened, so nothing can have happened. */
  | { readonly kind: 'unreached' }
  /** It may have been written or not. */
  | { readonly kind: 'unknown'; readonly reason: 'connection lost' | 'no answer in time' | 'server unavailable' }
  /** An answer that a fault of the database or the server must not lead to. */
  | { readonly kind: 'wrong'; readonly status: number; readonly code: number };

const timeoutMs = 15_000;
const finalRefusals: readonly number[] = [
  ErrorCode.INSUFFICIENT_VOTES,
  ErrorCode.DAILY_CAP_REACHED,
  ErrorCode.VOTING_ENDED,
];

/** Sends a vote once. */
export async function sendVote(address: string, vote: Vote): Promise<Outcome> {
  let reply: Response;
  let envelope: Envelope<VoteAnswer>;
  try {
    reply = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: vote.token, 'idempotency-key': vote.key },
      body: JSON.stringify({ activityId: vote.activityId, idolId: vote.idolId, num: vote.num }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    envelope = (await reply.json()) as Envelope<VoteAnswer>;
  } catch (error) {
    return failure(error as Error);
  }
  const { code, data } = envelope;
  if (data !== null) return { kind: 'answered', answer: data };
  if (reply.status === 503 && code === ErrorCode.OVERLOADED) return { kind: 'unknown', reason: 'server unavailable' };
  if (finalRefusals.includes(code)) return { kind: 'refused', reason: errorName(code) ?? String(code) };
  return { kind: 'wrong', status: reply.status, code };
}

function failure(error: Error): Outcome {
  if (error.name === 'TimeoutError') return { kind: 'unknown', reason: 'no answer in time' };
  const { cause } = error;
  const isUnreached = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
  return isUnreached ? { kind: 'unreached' } : { kind: 'unknown', reason: 'connection lost' };
}
