import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handOver, type Happening } from './track.ts';
import { noteVital } from './watch-web-vitals.ts';

const discard = () => handOver(() => undefined);

beforeEach(() => {
  discard();
  vi.stubGlobal('location', { pathname: '/me' });
});
afterEach(() => {
  discard();
  vi.unstubAllGlobals();
});

/** What is noted of a vital; nothing when it is left out. */
function noted(name: 'LCP' | 'CLS', value: number): Happening[] {
  const happenings: Happening[] = [];
  handOver(({ happening }) => happenings.push(happening));
  noteVital({ name, value, rating: 'good' });
  return happenings;
}

test.each([
  ['LCP', 1234.56, 1235],
  ['CLS', 0.123456, 0.1235],
  ['LCP', 600_000, 600_000],
  ['LCP', 7_200_000, 600_000],
  ['LCP', Number.POSITIVE_INFINITY, 600_000],
  ['LCP', -3, 0],
] as const)('a %s of %d is told as %d, within the bounds of the contract', (metric, value, told) => {
  expect(noted(metric, value)).toEqual([{ name: 'web_vital', metric, value: told, rating: 'good' }]);
});

test('what is no number is not told', () => {
  expect(noted('LCP', Number.NaN)).toEqual([]);
});
