import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

it('A stage whose report is missing, cut off or empty has failed, whatever its runner says.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    const cut = join(folder, 'cut.json');
    writeFileSync(cut, '{"numPassedTests":12,"testResults":[{');
    const empty = join(folder, 'empty.json');
    writeFileSync(empty, '{}');
    for (const path of [join(folder, 'missing.json'), cut, empty]) {
      for (const readReport of [readVitestReport, readPlaywrightReport]) {
        expect(readReport(path, true)).toMatchObject({ passed: 0, failed: 1, failures: [expect.any(String)] });
      }
    }
    const whole = join(folder, 'whole.json');
    writeFileSync(whole, '{"numPassedTests":12,"numFailedTests":0,"testResults":[]}');
    expect(readVitestReport(whole, true)).toEqual({ passed: 12, failed: 0, failures: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
