import { describe, expect, it } from 'vitest';
import { classifyFailure } from './retry.ts';

const withState = (code: string) => Object.assign(new Error('failed'), { code });

describe('a failed write:', () => {
  it.each([
    ['a deadlock', '40P01', 'transient'],
    ['a lock that was not had in time', '55P03', 'transient'],
    ['too many connections', '53300', 'transient'],
    ['a full disk', '53100', 'transient'],
    ['a rule that was broken', '23514', 'poisoned'],
    ['an exception of our own', 'P0001', 'poisoned'],
    ['an internal error', 'XX000', 'poisoned'],
    ['a server that shuts down', '57P01', 'outcome-unknown'],
    ['a connection that failed', '08006', 'outcome-unknown'],
    ['a socket that was reset', 'ECONNRESET', 'outcome-unknown'],
    ['a socket that was closed by the other side', 'EPIPE', 'outcome-unknown'],
  ])('%s (%s) is %s', (_what, state, failure) => {
    expect(classifyFailure(withState(state))).toBe(failure);
  });

  it('an error without a state says nothing about what was written', () => {
    expect(classifyFailure(new Error('Connection terminated unexpectedly'))).toBe('outcome-unknown');
  });
});
