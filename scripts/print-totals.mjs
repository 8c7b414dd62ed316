/** The last lines of `.ci/run`: the totals of `npm test` and `npm run test:system`, and one line of both together. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const reports = fileURLToPath(new URL('../reports', import.meta.url));

/**
 * Adds up what both runs have left. A run that did not end left nothing, which is a failure too.
 *
 * @param {string} folder
 * @returns {{ lines: string[], passed: number, failed: number }}
 */
export function readTotals(folder) {
  const runs = [
    ['npm test', 'totals.json'],
    ['npm run test:system', 'totals-system.json'],
  ];
  const lines = [];
  let [passed, failed] = [0, 0];
  for (const [command, file = ''] of runs) {
    const path = join(folder, file);
    if (!existsSync(path)) {
      lines.push(`${command}: has not ended`);
      failed = Math.max(failed, 1);
      break;
    }
    const totals = JSON.parse(readFileSync(path, 'utf8'));
    lines.push(`${command}: ${totals.passed} passed, ${totals.failed} failed, ${Math.round(totals.seconds)} s`);
    lines.push(...(totals.leftOut ?? []).map((/** @type {string} */ line) => `  ${line}`));
    passed += totals.passed;
    failed += totals.failed;
  }
  return { lines, passed, failed };
}

if (import.meta.main) {
  const { lines, passed, failed } = readTotals(reports);
  console.log(`\n${lines.join('\n')}\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
