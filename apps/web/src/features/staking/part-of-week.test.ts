import { expect, test } from 'vitest';
import { partOf } from './part-of-week.ts';

test('a part is shown from nothing to all of it', () => {
  expect(partOf('0', '0')).toBe(0);
  expect(partOf('25', '100')).toBe(0.25);
  expect(partOf(String(10n ** 30n), String(10n ** 30n))).toBe(1);
});
