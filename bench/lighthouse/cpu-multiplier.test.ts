import { expect, test } from 'vitest';
import { cpuMultiplier } from './cpu-multiplier.ts';

test.each([
  [150, 1],
  [475, 1.5],
  [800, 2],
  [1050, 2.5],
  [1300, 3],
  [1650, 4.5],
  [2000, 6],
])('a machine with a benchmark index of %d is slowed down %d times', (benchmarkIndex, multiplier) => {
  expect(cpuMultiplier(benchmarkIndex)).toBeCloseTo(multiplier);
});

test('a machine beyond the sheet is slowed down as its nearest point says', () => {
  expect(cpuMultiplier(2700)).toBe(6);
  expect(cpuMultiplier(50)).toBe(1);
});
