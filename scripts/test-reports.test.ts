import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport, tellSlowest } from './test-reports.mjs';

it('A stage whose report is missing, cut off or empty has failed, for any result of its runner.', () => {
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
    expect(readVitestReport(whole, true)).toEqual({ passed: 12, failed: 0, failures: [], leftOut: [], files: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('What a machine leaves out is counted by file, and the rest of a file that failed is not.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    const path = join(folder, 'system.json');
    const file = (name: string, status: string, ...statuses: string[]) => {
      const assertionResults = statuses.map((one) => ({ status: one, fullName: 'A test', failureMessages: [] }));
      return { name: join(import.meta.dirname, '..', name), status, message: '', assertionResults };
    };
    const testResults = [
      file('image.test.ts', 'passed', 'skipped', 'skipped', 'passed'),
      file('broken.test.ts', 'failed', 'skipped', 'failed'),
      file('whole.test.ts', 'passed', 'passed'),
    ];
    writeFileSync(path, JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults }));
    expect(readVitestReport(path, false)).toMatchObject({ passed: 2, leftOut: ['image.test.ts: 2 left out'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('The time of a browser test file is that of all its runs, and the slowest files stand first.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lightstick-'));
  try {
    const path = join(folder, 'journeys.json');
    const spec = (file: string, ...durations: number[]) => ({
      title: 'A test',
      file,
      line: 1,
      tests: [{ status: 'expected', results: durations.map((duration) => ({ duration, errors: [] })) }],
    });
    const suites = [
      {
        file: 'vote.spec.ts',
        specs: [spec('vote.spec.ts', 1000, 500)],
        suites: [{ specs: [spec('vote.spec.ts', 500)] }],
      },
      { file: 'sign-up.spec.ts', specs: [spec('sign-up.spec.ts', 3000)] },
    ];
    writeFileSync(path, JSON.stringify({ stats: { expected: 3 }, suites }));
    const { files = [] } = readPlaywrightReport(path, true);
    expect(files).toEqual([
      { file: 'e2e/vote.spec.ts', seconds: 2 },
      { file: 'e2e/sign-up.spec.ts', seconds: 3 },
    ]);
    expect(tellSlowest(files).split('\n')).toEqual([
      '── Slowest 2 of 2 test files',
      '     3.0 s  e2e/sign-up.spec.ts',
      '     2.0 s  e2e/vote.spec.ts',
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
