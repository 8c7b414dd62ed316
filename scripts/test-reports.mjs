import { existsSync, readFileSync } from 'node:fs';

/** @typedef {import('./stage.mjs').Totals} Totals */

/**
 * Counts the tests in Vitest's JSON report.
 *
 * @param {string} path
 * @param {boolean} endedWell the runner's own verdict
 * @returns {Totals}
 */
export function readVitestReport(path, endedWell) {
  const report = read(path);
  return withVerdict({ passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }, endedWell);
}

/**
 * Counts the tests in Playwright's JSON report. A flaky test, one that passed only when repeated, has failed.
 *
 * @param {string} path
 * @param {boolean} endedWell the runner's own verdict
 * @returns {Totals}
 */
export function readPlaywrightReport(path, endedWell) {
  const stats = read(path)?.stats;
  return withVerdict(
    { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) },
    endedWell,
  );
}

/**
 * A runner may fail without a failed test: a file that does not load, a set-up that breaks, no test at all.
 *
 * @param {Totals} totals
 * @param {boolean} endedWell
 * @returns {Totals}
 */
function withVerdict(totals, endedWell) {
  const silentFailure = totals.failed === 0 && (!endedWell || totals.passed === 0);
  return silentFailure ? { ...totals, failed: 1 } : totals;
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
