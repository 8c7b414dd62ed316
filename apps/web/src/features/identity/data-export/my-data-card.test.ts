import { afterEach, expect, test, vi } from 'vitest';
import { myDataFileName } from './my-data-card.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('the file is named by the platform, its fan and its day', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { brand: '{"file":"aurora"}' } } });
  const takenAt = new Date(2026, 10, 5, 23, 59).toISOString();
  expect(myDataFileName({ takenAt, profile: { fanCode: 'K7QM2XWP' } })).toBe('aurora-K7QM2XWP-2026-11-05.json');
});
