import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-delay.ts';

test('waits longer with every failure, up to half a minute', () => {
  const longest = (failures: number) => reconnectDelayMs(failures, () => 1);
  expect([1, 2, 3, 4, 5, 6, 20].map(longest)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('spreads the fans of a restarted server over half of the time', () => {
  expect(reconnectDelayMs(3, () => 0)).toBe(2000);
  expect(reconnectDelayMs(3, () => 0.5)).toBe(3000);
});
