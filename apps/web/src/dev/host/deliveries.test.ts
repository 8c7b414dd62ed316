import { describe, expect, test } from 'vitest';
import { deliveriesOf } from './deliveries.ts';
import type { Fault } from './host-settings.ts';

const request = { id: 'r-1', method: 'getEnvInfo' } as const;
const response = { v: 1, ch: 'lightstick', kind: 'res', id: 'r-1', ok: true, result: { theme: 'dark' } };

const answer = (fault: Fault, { delayMs = 0, earlierRequests = 0 } = {}) =>
  deliveriesOf({ request, result: { theme: 'dark' }, behaviour: { delayMs, fault }, earlierRequests });

describe('the simulated host answers', () => {
  test('once, after the delay', () => {
    expect(answer('none', { delayMs: 700 })).toEqual([{ payload: response, afterMs: 700 }]);
  });

  test('not at all when silent', () => {
    expect(answer('silence', { earlierRequests: 5 })).toEqual([]);
  });

  test('only from the second request on when the first is lost', () => {
    expect(answer('lost')).toEqual([]);
    expect(answer('lost', { earlierRequests: 1 })).toEqual([{ payload: response, afterMs: 0 }]);
  });

  test('the same thing twice', () => {
    const [first, second] = answer('twice');
    expect([first?.payload, second?.payload]).toEqual([response, response]);
  });

  test('with an error, as a response or as a failed reply', () => {
    const failed = {
      ...response,
      ok: false,
      error: { code: 'HOST_FAILED', message: 'getEnvInfo failed on purpose.' },
      result: undefined,
    };
    expect(answer('error')[0]?.payload).toEqual(failed);
    expect(answer('reject')).toEqual([{ payload: failed, afterMs: 0, rejects: true }]);
  });

  test('with data that a page must not accept as an answer', () => {
    expect(() => JSON.parse(String(answer('cut')[0]?.payload)) as unknown).toThrow(SyntaxError);
    expect(answer('stranger')[0]?.payload).toEqual({ ...response, ch: 'another-app' });
    expect(answer('misaddressed')[0]?.payload).toEqual({ ...response, id: 'not-r-1' });
    expect(answer('nonsense')[0]?.payload).toMatchObject({ id: 'r-1', ok: true, result: { token: 42 } });
  });
});
