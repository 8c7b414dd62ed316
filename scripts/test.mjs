/** `npm test`: the checks, the web build and its size, then the unit, integration and browser tests, and one line of totals. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { runChecks } from './check.mjs';
import { addUp, checkOnce, runScript, stage } from './stage.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';

const reports = mkdtempSync(join(tmpdir(), 'test-reports-'));

/** @param {'test:unit' | 'test:integration'} script */
function runVitest(script) {
  const report = join(reports, `${script.replace(':', '-')}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return readVitestReport(report, runScript(script, { options }));
}

function runPlaywright() {
  const report = join(reports, 'browser.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  return readPlaywrightReport(report, runScript('test:e2e', { options: ['--reporter=list,json'], env }));
}

const totals = addUp([
  runChecks(),
  stage('Web build', () => (buildWeb() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })),
  stage('Web size', () => checkOnce('check:size')),
  stage('Unit tests', () => runVitest('test:unit')),
  stage('Integration tests', () => runVitest('test:integration')),
  stage('Browser tests', runPlaywright),
]);
rmSync(reports, { recursive: true, force: true });

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
