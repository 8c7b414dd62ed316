/**
 * `npm test`: the checks, the web build and its size, then the unit, integration and browser tests. At the end stand
 * all failures once more, for whoever sees the last lines only, and one line of totals.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { runChecks } from './check.mjs';
import { addUp, checkOnce, runScript, stage } from './stage.mjs';
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs';
import { makeThrowawayFolder } from './throwaway-folder.mjs';

const throwaway = makeThrowawayFolder();
const env = { TMPDIR: throwaway };

/** @param {'test:unit' | 'test:integration'} script */
function runVitest(script) {
  const report = join(throwaway, `${script.replace(':', '-')}.json`);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return readVitestReport(report, runScript(script, { options, env }));
}

function runPlaywright() {
  const report = join(throwaway, 'browser.json');
  const options = ['--reporter=list,json'];
  return readPlaywrightReport(
    report,
    runScript('test:e2e', { options, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report } }),
  );
}

function runStages() {
  try {
    return addUp([
      runChecks(),
      stage('Web build', () => (buildWeb() ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })),
      stage('Web size', () => checkOnce('check:size')),
      stage('Unit tests', () => runVitest('test:unit')),
      stage('Integration tests', () => runVitest('test:integration')),
      stage('Browser tests', runPlaywright),
    ]);
  } finally {
    // A run that is killed leaves it to the next one.
    rmSync(throwaway, { recursive: true, force: true });
  }
}

const totals = runStages();
if (totals.failures.length > 0) console.log(`\n── Failures\n${totals.failures.join('\n')}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
