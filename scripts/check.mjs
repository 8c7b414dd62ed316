/** `npm run check`: everything that can be said about the sources without running them. */
import { addUp, checkOnce, cores, runStages } from './stage.mjs';

/**
 * The longest first, so that none of them runs alone at the end.
 *
 * @type {readonly (readonly [heading: string, script: string])[]}
 */
const scripts = [
  ['Lint', 'check:lint'],
  ['Types', 'check:types'],
  ['Import directions', 'check:boundaries'],
  ['Unused files, exports and dependencies', 'check:unused'],
  ['Format', 'check:format'],
];

export const checks = scripts.map(([heading, script]) => checkOnce(heading, 'npm', ['run', '--silent', script]));

if (import.meta.main) {
  const start = performance.now();
  const { passed, failed } = addUp(await runStages(checks, cores));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`\n${passed} passed, ${failed} failed, ${seconds} s`);
  process.exitCode = failed === 0 ? 0 : 1;
}
