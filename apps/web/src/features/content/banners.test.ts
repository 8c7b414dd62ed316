import { expect, test } from 'vitest';
import { slideAfter } from './banners.tsx';

test('behind the last slide comes the first, and before the first the last', () => {
  expect([0, 1, 2].map((shown) => slideAfter(shown, 1, 3))).toEqual([1, 2, 0]);
  expect([0, 1, 2].map((shown) => slideAfter(shown, -1, 3))).toEqual([2, 0, 1]);
});
