import { expect, test } from 'vitest';
import { arrivalsMs } from './arrivals.ts';

function first(count: number, arrivals: Iterator<number>): number[] {
  return Array.from({ length: count }, () => arrivals.next().value as number);
}

/** Spreads numbers evenly over [0, 1), in an order that is not ascending. */
function spread(count: number): () => number {
  let turn = 0;
  return () => ((turn++ * 7919) % count) / count + 0.5 / count;
}

test('the first caller comes at once, and each later one after those before', () => {
  const arrivals = first(1000, arrivalsMs(500));
  expect(arrivals[0]).toBe(0);
  expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
});

test('as many callers arrive in a second as requested', () => {
  const count = 10_000;
  const last = first(count + 1, arrivalsMs(2_000, spread(count))).at(-1) ?? 0;
  expect(last / 1000).toBeCloseTo(count / 2_000, 2);
});

test('callers come as independent ones do: of the gaps, one in e is longer than the mean', () => {
  const count = 10_000;
  const arrivals = first(count + 1, arrivalsMs(1_000, spread(count)));
  const gaps = arrivals.slice(1).map((at, position) => at - (arrivals[position] ?? 0));
  expect(gaps.filter((gap) => gap > 1).length / count).toBeCloseTo(1 / Math.E, 3);
});

test('the smallest and the largest random number both make a gap that ends', () => {
  expect(
    first(
      2,
      arrivalsMs(1_000, () => 0),
    ),
  ).toEqual([0, 0]);
  expect(
    first(
      2,
      arrivalsMs(1_000, () => 1 - Number.EPSILON / 2),
    )[1],
  ).toBeLessThan(40);
});
