import { describe, expect, test } from 'vitest';
import { ApiError, TransportError } from './api/api-error.ts';
import { ChunkLoadError } from './chunk-load-error.ts';
import type { Translate } from './i18n/i18n.ts';
import { describeFailure, markShown } from './failure.ts';
import { refusalText } from './refusal-text.ts';

/** Says which text was chosen, and with what. */
const t: Translate = (id, values) => (values ? `${id} ${JSON.stringify(values)}` : id);

const path = '/vote/doVote';
const refusal = (code: number, message: string, status = 200) =>
  new ApiError({ code, message, status, requestId: 'r1', path });
const proxyError = (status: number) => new TransportError('http', path, { status });

describe('a business error', () => {
  test('is shown in the server’s words, under the title Error', () => {
    expect(describeFailure(refusal(3004, 'Voting has ended.'), t)).toEqual({
      title: 'failure.title',
      detail: 'Voting has ended.',
      requestId: 'r1',
    });
  });

  test('without a message is not shown', () => {
    expect(describeFailure(refusal(3004, ''), t)).toBeUndefined();
  });

  test('that was promised gets our words around the server’s particulars', () => {
    const texts = { INSUFFICIENT_VOTES: 'vote.refused.insufficientVotes' } as const;
    expect(refusalText(refusal(2003, 'You need 3 more votes.'), texts, t)).toBe(
      'vote.refused.insufficientVotes {"server":"You need 3 more votes."}',
    );
    expect(refusalText(refusal(3004, 'Voting has ended.'), texts, t)).toBe('Voting has ended.');
  });
});

describe('an HTTP error', () => {
  test.each([400, 401, 403, 404, 405, 406, 410, 422, 500, 502, 503, 504])(
    'of status %d has a title, a detail and its address, for every source of the answer',
    (status) => {
      const words = { title: `http.title.${status}`, detail: `http.${status}`, path };
      expect(describeFailure(proxyError(status), t)).toEqual(words);
      expect(describeFailure(refusal(9008, '', status), t)).toEqual({ ...words, requestId: 'r1' });
    },
  );

  test('says what exactly is wrong where the server knows', () => {
    expect(describeFailure(refusal(9001, 'num: at least 1.', 422), t)?.detail).toBe('http.422 num: at least 1.');
    expect(describeFailure(refusal(9008, 'Quote r1.', 500), t)?.detail).toBe('http.500');
    expect(describeFailure(refusal(9012, 'Part of our service is down.', 503), t)?.detail).toBe(
      'Part of our service is down.',
    );
  });

  test('of another status is shown in the server’s words, or as an error of the server', () => {
    expect(describeFailure(refusal(9006, 'Try again in 3 seconds.', 429), t)).toEqual({
      title: 'failure.title',
      detail: 'Try again in 3 seconds.',
      path,
      requestId: 'r1',
    });
    expect(describeFailure(proxyError(418), t)).toEqual({ title: 'failure.title', detail: 'failure.server', path });
    expect(describeFailure(proxyError(200), t)?.detail).toBe('failure.server');
  });
});

test('a lost connection, a time-out and the unforeseen are distinguished', () => {
  expect(describeFailure(new TransportError('network', '/x'), t)?.detail).toBe('failure.network');
  expect(describeFailure(new TransportError('timeout', '/x'), t)?.detail).toBe('failure.timeout');
  expect(describeFailure(new TypeError('undefined is not a function'), t)?.detail).toBe('failure.server');
});

test('a part of the app that cannot be loaded is shown by its cause', () => {
  const detailOf = (facts: object) =>
    describeFailure(new ChunkLoadError({ type: 'error', address: '', ...facts }), t)?.detail;
  expect(detailOf({})).toBe('failure.network');
  expect(detailOf({ type: 'timeout' })).toBe('failure.timeout');
  expect(detailOf({ type: 'missing' })).toBe('failure.server');
  expect(detailOf({ type: 'missing', isOutdated: true })).toBe('failure.newBuild');
});

test('a call that the page gave up itself is not shown', () => {
  expect(describeFailure(new DOMException('Left.', 'AbortError'), t)).toBeUndefined();
});

test('an error that a toast has shown has an empty message for every later handler', () => {
  const error = proxyError(500);
  expect(describeFailure(error, t)).toBeDefined();
  markShown(error);
  expect(describeFailure(error, t)).toBeUndefined();
  expect(describeFailure(proxyError(500), t)).toBeDefined();
});
