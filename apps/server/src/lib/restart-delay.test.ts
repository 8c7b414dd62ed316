import { expect, it } from 'vitest';
import { restartDelayMs } from './restart-delay.ts';

it('waits longer each time a worker ends soon, up to ten seconds', () => {
  expect([0, 1, 2, 3, 7, 8, 50].map(restartDelayMs)).toEqual([0, 100, 200, 400, 6_400, 10_000, 10_000]);
});
