import { describe, expect, it } from 'vitest';
import type { VoteAnswer } from '../faults/send-vote.ts';
import { judgeVote, type AnsweredVote } from './judge-vote.ts';

const closesMs = Date.UTC(2026, 4, 3, 12);
const vote = { key: 'k', fanId: 1, token: 't', activityId: '1', idolId: '2', num: 1 };

function answerReceived(ms: number): VoteAnswer {
  return { voteId: '7', receipt: { receivedAt: new Date(closesMs + ms).toISOString() } } as VoteAnswer;
}

function rowReceived(ms: number, id = 7) {
  return { key: 'k', id, received_at: new Date(closesMs + ms) };
}

/** Builds a vote from milliseconds around the close: first sent, received if counted, answered. */
function answeredVote(sent: number, received: number | undefined, answered: number, sendings = 1): AnsweredVote {
  const answer = received === undefined ? undefined : answerReceived(received);
  return { vote, firstSentMs: closesMs + sent, answeredMs: closesMs + answered, sendings, answer };
}

describe('a vote around a close', () => {
  it.each([
    ['counts when it was received in time, however late it was answered', answeredVote(-5, -2, 900), rowReceived(-2)],
    [
      'counts when only the answer to an earlier sending is heard again after the close',
      answeredVote(-5, -2, 16_000, 3),
      rowReceived(-2),
    ],
    [
      'may be refused when it was sent in time and answered after the close, for it may have arrived late',
      answeredVote(-5, undefined, 1),
      undefined,
    ],
    [
      'may be refused when it was sent long before and no server took it before the close',
      answeredVote(-1_500, undefined, 900, 3),
      undefined,
    ],
    ['is refused when it was sent after the close', answeredVote(5, undefined, 9), undefined],
  ])('%s', (_what, one, row) => {
    expect(judgeVote(one, row, closesMs)).toEqual([]);
  });

  it.each([
    ['sent 3 ms after the close was counted', answeredVote(3, -1, 9), rowReceived(-1)],
    ['received 0 ms after the close was counted', answeredVote(-3, 0, 9), rowReceived(0)],
    ['is said to have been received before it was sent', answeredVote(-3, -4, 9), rowReceived(-4)],
    ['is said to have been received after its answer', answeredVote(-9, -3, -5), rowReceived(-3)],
    ['was answered, and does not count', answeredVote(-3, -1, 9), undefined],
    ['got an answer that differs from its row', answeredVote(-3, -1, 9), rowReceived(-1, 8)],
    ['got an answer that differs from its row', answeredVote(-3, -1, 9), rowReceived(-2)],
    ['counts, though its answer was that voting had ended', answeredVote(-3, undefined, 9), rowReceived(-1)],
    ['sent 1500 ms before the close was refused', answeredVote(-1_500, undefined, 300), undefined],
    ['was refused before the close', answeredVote(-9, undefined, -1), undefined],
  ])('is a violation that %s', (violation, one, row) => {
    expect(judgeVote(one, row, closesMs)).toContain(`vote k ${violation}`);
  });
});
