import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { runDeadline } from '../../../../../bench/deadline/run-deadline.ts';
import { createDatabase } from '../../world/database.ts';

it(
  'counts at two servers what was received before a close and answered, and nothing received after it',
  { timeout: 180_000 },
  async () => {
    const seed = randomBytes(4).toString('hex');
    const report = await runDeadline({ rounds: 6, seed, awaitsClosing: false, createDatabase, say: () => undefined });
    expect(report.violations, `npm run deadline -- --rounds 6 --seed ${seed}`).toEqual([]);
    const told = report.rounds.flatMap((round) => round.told);
    expect(told.some(({ answer }) => answer)).toBe(true);
    expect(told.some(({ answer }) => !answer)).toBe(true);
  },
);
