import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTimeBudget } from './resumable-run.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

it('A run has time for more until twenty seconds have passed.', () => {
  const hasTime = startTimeBudget();
  expect(hasTime()).toBe(true);
  vi.advanceTimersByTime(19_999);
  expect(hasTime()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(hasTime()).toBe(false);
});
