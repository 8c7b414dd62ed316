import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * How many passed and failed, and what is to be read of each failure.
 *
 * @typedef {{ passed: number, failed: number, failures?: readonly string[] }} Totals
 */

/** @param {readonly Totals[]} parts @returns {Required<Totals>} */
export function addUp(parts) {
  return {
    passed: parts.reduce((sum, part) => sum + part.passed, 0),
    failed: parts.reduce((sum, part) => sum + part.failed, 0),
    failures: parts.flatMap((part) => part.failures ?? []),
  };
}

/**
 * Runs one part of a longer command under a heading and says how long it took.
 *
 * @param {string} heading
 * @param {() => Totals} run
 * @returns {Totals}
 */
export function stage(heading, run) {
  console.log(`\n── ${heading}`);
  const start = performance.now();
  const totals = run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`   ${heading}: ${totals.failed === 0 ? 'well' : `${totals.failed} failed`}, ${seconds} s`);
  if (totals.failed === 0) return totals;
  return { ...totals, failures: [`${heading}: ${totals.failed} failed`, ...(totals.failures ?? [])] };
}

/**
 * Runs a script of package.json and shows what it says.
 *
 * @param {string} script
 * @param {{ options?: string[], env?: Record<string, string> }} [extras]
 * @returns {boolean} whether it ended well
 */
export function runScript(script, { options = [], env = {} } = {}) {
  const result = spawnSync('npm', ['run', '--silent', script, ...(options.length > 0 ? ['--', ...options] : [])], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return result.status === 0;
}

/**
 * A script that counts as one check.
 *
 * @param {string} script
 * @returns {Totals}
 */
export function checkOnce(script) {
  return runScript(script) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
