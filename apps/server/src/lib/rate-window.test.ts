import { expect, it } from 'vitest';
import { createRateWindow } from './rate-window.ts';

it('The rate is that of the last whole seconds, and falls to nothing when nothing happens.', () => {
  let nowMs = 5_400;
  const window = createRateWindow({ monotonicMs: () => nowMs }, 60);
  const rates = () => [window.perSecond(10), window.perSecond(60)];
  window.count(120);
  expect(rates(), 'the second is not over').toEqual([0, 0]);
  nowMs = 6_000;
  expect(rates()).toEqual([12, 2]);
  window.count(60);
  nowMs = 15_999;
  expect(rates()).toEqual([18, 3]);
  nowMs = 16_000;
  expect(rates()).toEqual([6, 3]);
  nowMs = 66_000;
  expect(rates()).toEqual([0, 1]);
  nowMs = 67_000;
  expect(rates()).toEqual([0, 0]);
  window.count(600);
  nowMs += 3_600_000;
  expect(rates()).toEqual([0, 0]);
});
