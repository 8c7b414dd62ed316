import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { debounce } from './debounce.ts';

describe('a debounced function', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('runs once, 300 ms after the last call, with what the last call said', () => {
    const said: string[] = [];
    const say = debounce((word: string) => said.push(word));
    say('m');
    vi.advanceTimersByTime(299);
    say('mi');
    vi.advanceTimersByTime(299);
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(said).toEqual(['mi']);
    vi.advanceTimersByTime(1000);
    expect(said).toEqual(['mi']);
  });

  test('waits for the given time', () => {
    const run = vi.fn<() => void>();
    debounce(run, 50)();
    vi.advanceTimersByTime(49);
    expect(run).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(run).toHaveBeenCalledOnce();
  });

  test('does not run after it was cancelled', () => {
    const run = vi.fn<() => void>();
    const debounced = debounce(run);
    debounced();
    debounced.cancel();
    vi.advanceTimersByTime(1000);
    expect(run).not.toHaveBeenCalled();
  });
});
