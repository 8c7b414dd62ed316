import { describe, expect, it } from 'vitest';
import { createPace } from './pace.ts';

function givenPace() {
  const clock = { ms: 0 };
  return { clock, next: createPace({ burst: 3, perSecond: 10 }, () => clock.ms) };
}

describe('a pace', () => {
  it('lets a burst go at once, and what comes after it one interval after the other', () => {
    const { next } = givenPace();
    expect([1, 2, 3, 4, 5, 6].map(() => next('a'))).toEqual([0, 0, 0, 100, 200, 300]);
  });

  it('of one key does not slow another', () => {
    const { next } = givenPace();
    for (let call = 0; call < 50; call += 1) next('a');
    expect(next('b')).toBe(0);
  });

  it('gives back one turn an interval, and the whole burst after a rest', () => {
    const { clock, next } = givenPace();
    for (let call = 0; call < 3; call += 1) next('a');
    clock.ms = 100;
    expect([next('a'), next('a')]).toEqual([0, 100]);
    clock.ms = 10_000;
    expect([1, 2, 3, 4].map(() => next('a'))).toEqual([0, 0, 0, 100]);
  });

  it('never admits more in any second than the burst and the rate', () => {
    const { clock, next } = givenPace();
    const begun: number[] = [];
    for (; clock.ms < 5_000; clock.ms += 7) begun.push(clock.ms + (next('a') ?? Infinity));
    for (const from of begun) {
      expect(begun.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(3 + 10);
    }
  });

  it('with a longest wait refuses a turn that would wait longer, and is not delayed by it', () => {
    const clock = { ms: 0 };
    const next = createPace({ burst: 1, perSecond: 10, longestMs: 200 }, () => clock.ms);
    expect([1, 2, 3, 4, 5].map(() => next('a'))).toEqual([0, 100, 200, undefined, undefined]);
    clock.ms = 100;
    expect([next('a'), next('a')]).toEqual([200, undefined]);
  });

  it('still knows who is fast while tens of thousands of others come', () => {
    const { clock, next } = givenPace();
    for (let call = 0; call < 20; call += 1) next('fast');
    for (let fan = 0; fan < 25_000; fan += 1) {
      next(fan);
      clock.ms += 0.01;
    }
    expect(next('fast')).toBeGreaterThan(1_000);
  });
});
