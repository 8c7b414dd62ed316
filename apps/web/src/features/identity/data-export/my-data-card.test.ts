import { expect, test } from 'vitest';
import { myDataFileName } from './my-data-card.tsx';

test('the file is named by its fan and its day', () => {
  const takenAt = new Date(2026, 10, 5, 23, 59).toISOString();
  expect(myDataFileName({ takenAt, profile: { fanCode: 'K7QM2XWP' } })).toBe('lightstick-K7QM2XWP-2026-11-05.json');
});
