import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { durationOf, showProgress } from './progress.ts';

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('Where lines are kept progress has its first and last, in kilobytes where a megabyte is much.', () => {
  using progress = showProgress('Backing up');
  progress.show(0, 400_000);
  progress.show(10_000, 400_000);
  progress.show(400_000, 400_000);
  expect(lines).toEqual(['Backing up: 0 %, 0 of 400 kB\n', 'Backing up: 100 %, 400 of 400 kB, 0 s left\n']);
});

it('Nothing is shown of what has no size, and much is shown in megabytes.', () => {
  using progress = showProgress('Restoring');
  progress.show(0, 0);
  progress.show(0, 150_000_000);
  expect(lines).toEqual(['Restoring: 0 %, 0 of 150 MB\n']);
});

it('The age of a backup is in seconds, minutes or hours.', () => {
  expect([20, 600, 93_600].map(durationOf)).toEqual(['20 s', '10 min', '26.0 hours']);
});
