import { expect, test } from 'vitest';
import { ApiError, TransportError } from '../api/api-error.ts';
import type { Translate } from '../i18n/i18n.ts';
import { describeFailure } from './describe-failure.ts';
import { refusalText } from './refusal-text.ts';

/** Says which text was chosen, and with what. */
const t: Translate = (id, values) => (values ? `${id} ${JSON.stringify(values)}` : id);

const refusal = (code: number, message: string, status = 200) =>
  new ApiError({ code, message, status, requestId: 'r1', path: '/vote/doVote' });

test('a refusal is told in the server’s words', () => {
  expect(describeFailure(refusal(3004, 'Voting has ended.'), t)).toEqual({
    title: 'failure.title',
    detail: 'Voting has ended.',
  });
});

test('a refusal without a message is not shown', () => {
  expect(describeFailure(refusal(3004, ''), t)).toBeUndefined();
});

test('a failed request names its status and its address', () => {
  expect(describeFailure(refusal(9001, 'num: at least 1.', 422), t)).toEqual({
    title: 'http.title.422',
    detail: 'num: at least 1.',
    path: '/vote/doVote',
  });
  expect(describeFailure(new TransportError('http', '/vote/doVote', { status: 502 }), t)).toEqual({
    title: 'http.title.502',
    detail: 'http.502',
    path: '/vote/doVote',
  });
});

test('a lost connection, a time-out and the unforeseen are told apart', () => {
  expect(describeFailure(new TransportError('network', '/x'), t)?.detail).toBe('failure.network');
  expect(describeFailure(new TransportError('timeout', '/x'), t)?.detail).toBe('failure.timeout');
  expect(describeFailure(new TransportError('http', '/x', { status: 418 }), t)?.detail).toBe('failure.server');
  expect(describeFailure(new TypeError('undefined is not a function'), t)?.detail).toBe('failure.server');
});

test('a promised refusal gets our words around the server’s particulars', () => {
  const texts = { INSUFFICIENT_VOTES: 'vote.refused.insufficientVotes' } as const;
  expect(refusalText(refusal(2003, 'You need 3 more votes.'), texts, t)).toBe(
    'vote.refused.insufficientVotes {"server":"You need 3 more votes."}',
  );
  expect(refusalText(refusal(3004, 'Voting has ended.'), texts, t)).toBe('Voting has ended.');
});
