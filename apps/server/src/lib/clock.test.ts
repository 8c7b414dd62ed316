import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gives the time of the day and how time passes', () => {
  vi.setSystemTime('2026-08-01T00:00:00Z');
  const fromMs = systemClock.monotonicMs();
  vi.advanceTimersByTime(1500);
  expect(systemClock.now()).toEqual(new Date('2026-08-01T00:00:01.500Z'));
  expect(systemClock.monotonicMs() - fromMs).toBe(1500);
  vi.setSystemTime('2026-07-01T00:00:00Z');
  expect(systemClock.monotonicMs() - fromMs).toBe(1500);
});

it('runs after a time, and again and again, until it is cancelled', () => {
  const ran: string[] = [];
  systemClock.after(20, () => ran.push('once'));
  const cancelled = systemClock.after(20, () => ran.push('never'));
  const ticker = systemClock.every(10, () => ran.push('tick'));
  cancelled.cancel();
  vi.advanceTimersByTime(25);
  expect(ran).toEqual(['tick', 'once', 'tick']);
  ticker.cancel();
  ticker.cancel();
  vi.advanceTimersByTime(100);
  expect(ran).toHaveLength(3);
});

it('sleeps, and rejects at once when its signal aborts', async () => {
  vi.useRealTimers();
  await systemClock.sleep(1);
  const stopping = new AbortController();
  const sleep = systemClock.sleep(60_000, { signal: stopping.signal, ref: false });
  stopping.abort();
  await expect(sleep).rejects.toMatchObject({ name: 'AbortError' });
});

it('keeps no process alive with a timer that must not', () => {
  vi.useRealTimers();
  const unref = vi.spyOn(Object.getPrototypeOf(setTimeout(() => undefined, 0)) as NodeJS.Timeout, 'unref');
  const timers = [
    systemClock.after(60_000, () => undefined),
    systemClock.every(60_000, () => undefined),
    systemClock.after(60_000, () => undefined, { ref: false }),
    systemClock.every(60_000, () => undefined, { ref: false }),
  ];
  for (const timer of timers) timer.cancel();
  expect(unref).toHaveBeenCalledTimes(2);
  unref.mockRestore();
});
