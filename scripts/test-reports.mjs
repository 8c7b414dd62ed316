import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './stage.mjs';

/**
 * @typedef {import('./stage.mjs').Totals} Totals
 * @typedef {import('./stage.mjs').FileTime} FileTime
 */

/** The length of a failure message in the report; the run prints all of it. */
const printedLines = 12;
const slowestFiles = 20;

/**
 * Lists the test files that took longest, as lines to print.
 *
 * @param {readonly FileTime[]} files
 * @returns {string}
 */
export function tellSlowest(files) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestFiles);
  const heading = `── Slowest ${slowest.length} of ${files.length} test files`;
  return [heading, ...slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`)].join('\n');
}

/**
 * Counts the tests in Vitest's JSON report.
 *
 * @param {string} path
 * @param {boolean} endedWell the runner's own verdict
 * @param {string} [timesPath] what file-times-reporter.mjs wrote
 * @returns {Totals}
 */
export function readVitestReport(path, endedWell, timesPath) {
  const report = read(path);
  if (!report) return reportUnreadable(path);
  const failures = (report.testResults ?? []).flatMap(
    (/** @type {VitestFile} */ { name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      const file = relative(root, name);
      if (failed.length === 0) return status === 'failed' ? [describeFailure(file, message)] : [];
      return failed.map((test) => describeFailure(`${file} › ${test.fullName}`, test.failureMessages.join('\n')));
    },
  );
  const leftOut = (report.testResults ?? []).flatMap((/** @type {VitestFile} */ { name, status, assertionResults }) => {
    const skipped = assertionResults.filter((test) => test.status === 'skipped').length;
    return status === 'failed' || skipped === 0 ? [] : [`${relative(root, name)}: ${skipped} left out`];
  });
  const files = (timesPath && read(timesPath)) ?? [];
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report;
  return withVerdict({ passed, failed, failures, leftOut, files }, endedWell);
}

/**
 * Counts the tests in Playwright's JSON report. A flaky test, one that passed only when repeated, has failed.
 *
 * @param {string} path
 * @param {boolean} endedWell the runner's own verdict
 * @returns {Totals}
 */
export function readPlaywrightReport(path, endedWell) {
  const report = read(path);
  if (!report) return reportUnreadable(path);
  const { stats } = report;
  return withVerdict(
    {
      passed: stats?.expected ?? 0,
      failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
      failures: (report.suites ?? []).flatMap(failuresIn),
      files: Object.values(Object.groupBy(timesIn(report), ({ file }) => file)).map((times = []) => ({
        file: times[0]?.file ?? '',
        seconds: times.reduce((sum, { seconds }) => sum + seconds, 0),
      })),
    },
    endedWell,
  );
}

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} VitestResult */
/** @typedef {{ name: string, status: string, message: string, assertionResults: VitestResult[] }} VitestFile */
/** @typedef {{ status: string, results: { duration: number, errors: { message?: string }[] }[] }} PlaywrightRun */
/** @typedef {{ title: string, file: string, line: number, tests: PlaywrightRun[] }} PlaywrightSpec */
/** @typedef {{ file: string, suites?: PlaywrightSuite[], specs?: PlaywrightSpec[] }} PlaywrightSuite */

/** @param {PlaywrightSuite} suite @returns {string[]} */
function failuresIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        describeFailure(
          `${file}:${line} › ${title}`,
          results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)).join('\n'),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}

/** @param {{ suites?: PlaywrightSuite[], specs?: PlaywrightSuite['specs'] }} suite @returns {FileTime[]} */
function timesIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => ({ file: `e2e/${file}`, seconds: duration / 1000 }))),
  );
  return [...own, ...suites.flatMap(timesIn)];
}

/** @param {string} where @param {string} message */
function describeFailure(where, message) {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, printedLines);
  return [`✗ ${where}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

/**
 * Adds a failure where a runner fails without a failed test: a file that does not load, a set-up that breaks, no test
 * at all.
 *
 * @param {Totals} totals
 * @param {boolean} endedWell
 * @returns {Totals}
 */
function withVerdict(totals, endedWell) {
  if (totals.failed > 0 || (endedWell && totals.passed > 0)) return totals;
  const failures = totals.failures?.length ? totals.failures : ['✗ No test failed, but the run did: see above.'];
  return { ...totals, failed: 1, failures };
}

/**
 * Reads a report; one may be missing, or cut off when its runner ended.
 *  @param {string} path
 */
function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} path @returns {Totals} */
function reportUnreadable(path) {
  return { passed: 0, failed: 1, failures: [`✗ The runner left no whole report in ${path}: see above.`] };
}
