import type { Vote, VoteAnswer } from '../faults/send-vote.ts';

/**
 * A vote, its answer and its time bounds on this machine's clock. A vote without a known outcome is retried, so the answer
 * may belong to the first sending.
 */
export type AnsweredVote = {
  readonly vote: Vote;
  readonly firstSentMs: number;
  readonly answeredMs: number;
  readonly sendings: number;
  /** Undefined where the server said that voting had ended. */
  readonly answer: VoteAnswer | undefined;
};

/** A row of the vote in the ledger. */
export type WrittenVote = { readonly key: string; readonly id: number; readonly received_at: Date };

/** The upper bound for a request to reach a server on this machine under load. */
const surelyInTimeMs = 1_000;

/**
 * Compares one vote with the ledger and returns all violations. The arrival time is only known to be between sending and
 * answer, so a refusal just before the close is no proof; a single sending long before it is, on one machine.
 */
export function judgeVote(told: AnsweredVote, row: WrittenVote | undefined, closesMs: number): string[] {
  const { vote, answer, firstSentMs, answeredMs, sendings } = told;
  const wrongs: string[] = [];
  const after = (instantMs: number) => `${instantMs - closesMs} ms after the close`;
  if (!answer) {
    if (row) wrongs.push('counts, though its answer was that voting had ended');
    if (answeredMs < closesMs) wrongs.push('was refused before the close');
    const earlyMs = closesMs - firstSentMs;
    if (sendings === 1 && earlyMs >= surelyInTimeMs) wrongs.push(`sent ${earlyMs} ms before the close was refused`);
  } else {
    const receivedMs = new Date(answer.receipt.receivedAt).getTime();
    if (firstSentMs >= closesMs) wrongs.push(`sent ${after(firstSentMs)} was counted`);
    if (receivedMs >= closesMs) wrongs.push(`received ${after(receivedMs)} was counted`);
    if (receivedMs < firstSentMs) wrongs.push('is said to have been received before it was sent');
    if (receivedMs > answeredMs) wrongs.push('is said to have been received after its answer');
    if (!row) wrongs.push('was answered, and does not count');
    else if (String(row.id) !== answer.voteId || row.received_at.getTime() !== receivedMs)
      wrongs.push('got an answer that differs from its row');
  }
  return wrongs.map((wrong) => `vote ${vote.key} ${wrong}`);
}
