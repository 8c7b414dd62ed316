import { expect, it } from 'vitest';
import { counted } from './terminal.ts';

it('What a command counts is in the plural, but for one.', () => {
  const told = [0, 1, 2].map((count) => counted(count, 'row'));
  expect(told).toEqual(['0 rows', '1 row', '2 rows']);
});
