import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { runFaults } from '../../../../bench/faults/run-faults.ts';

it(
  'loses no answered vote and counts none twice when the database, the server, and both are killed',
  { timeout: 180_000 },
  async () => {
    const seed = randomBytes(4).toString('hex');
    const report = await runFaults({ rounds: 3, seed, say: () => undefined });
    expect(report.violations, `npm run faults -- --rounds 3 --seed ${seed}`).toEqual([]);
    expect(report.kills).toEqual({ database: 1, server: 1, both: 1 });
    expect(report.comparison).toMatchObject({ lost: 0, doubled: 0 });
    expect(report.comparison.votesInLedger).toBeGreaterThan(0);
  },
);
