import { expect, it } from 'vitest';
import { verdict } from './verdict.ts';

const well = { played: 2, skipped: [], failures: [], isCi: false };

it('A run of faults that skipped kinds names them, and is none in which nothing was played.', () => {
  expect(verdict(well)).toEqual({ line: expect.stringMatching(/every invariant holds\.$/), endsWell: true });
  expect(verdict({ ...well, skipped: ['disk', 'midnight'] })).toEqual({
    line: expect.stringMatching(/every invariant holds\. SKIPPED, so not shown: disk, midnight\.$/),
    endsWell: true,
  });
  expect(verdict({ ...well, skipped: ['disk'], isCi: true }).endsWell).toBe(false);
  expect(verdict({ ...well, played: 0, skipped: ['disk'] })).toEqual({
    line: 'FAILED: nothing was played. SKIPPED, so not shown: disk.',
    endsWell: false,
  });
  expect(verdict({ ...well, failures: ['  kill: a vote was lost'] })).toEqual({
    line: 'FAILED:\n  kill: a vote was lost',
    endsWell: false,
  });
});
