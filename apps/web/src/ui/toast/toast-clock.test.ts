import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToastClock } from './toast-clock.ts';

describe('the clock of the toasts', () => {
  let gone: number[] = [];
  const begin = () => createToastClock(4500, (id) => gone.push(id));

  beforeEach(() => {
    gone = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  test('gives each toast its own 4.5 s', () => {
    const clock = begin();
    clock.start(1);
    vi.advanceTimersByTime(1000);
    clock.start(2);
    vi.advanceTimersByTime(3499);
    expect(gone).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(gone).toEqual([1]);
    vi.advanceTimersByTime(1000);
    expect(gone).toEqual([1, 2]);
  });

  test('stands still while one is held, and goes on with what was left', () => {
    const clock = begin();
    clock.start(1);
    vi.advanceTimersByTime(4000);
    clock.hold('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('pointer 1');
    vi.advanceTimersByTime(499);
    expect(gone).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(gone).toEqual([1]);
  });

  test('stands still until the last holder lets go', () => {
    const clock = begin();
    clock.start(1);
    clock.hold('pointer 1');
    clock.hold('hidden');
    clock.release('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('hidden');
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([1]);
  });

  test('stands still for the focus when the pointer leaves', () => {
    const clock = begin();
    clock.start(1);
    clock.hold('pointer 1');
    clock.hold('focus 1');
    clock.release('pointer 1');
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
  });

  test('does not begin for a toast that comes while it stands still', () => {
    const clock = begin();
    clock.hold('hidden');
    clock.start(1);
    vi.advanceTimersByTime(60_000);
    expect(gone).toEqual([]);
    clock.release('hidden');
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([1]);
  });

  test('is not held for ever by a toast that was dismissed under the pointer', () => {
    const clock = begin();
    clock.start(1);
    clock.start(2);
    clock.hold('pointer 1');
    clock.stop(1);
    vi.advanceTimersByTime(4500);
    expect(gone).toEqual([2]);
  });
});
