import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTotals } from './print-totals.mjs';

it('Both runs are added up, and one that left no totals has failed.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    expect(readTotals(folder)).toMatchObject({ passed: 0, failed: 1 });
    writeFileSync(join(folder, 'totals.json'), '{"passed":7,"failed":0,"seconds":60.4}');
    expect(readTotals(folder)).toMatchObject({ passed: 7, failed: 1 });
    writeFileSync(
      join(folder, 'totals-system.json'),
      '{"passed":3,"failed":0,"seconds":9.6,"leftOut":["a.test.ts: 2 left out"]}',
    );
    expect(readTotals(folder)).toEqual({
      lines: [
        'npm test: 7 passed, 0 failed, 60 s',
        'npm run test:system: 3 passed, 0 failed, 10 s',
        '  a.test.ts: 2 left out',
      ],
      passed: 10,
      failed: 0,
    });
    writeFileSync(join(folder, 'totals.json'), '{"passed":5,"failed":2,"seconds":60}');
    rmSync(join(folder, 'totals-system.json'));
    expect(readTotals(folder)).toMatchObject({ passed: 5, failed: 2 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
