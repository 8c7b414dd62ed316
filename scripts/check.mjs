/** `npm run check`: everything that can be said about the sources without running them. */
import { addUp, checkOnce, stage } from './stage.mjs';

const checks = [
  ['Format', 'check:format'],
  ['Lint', 'check:lint'],
  ['Types', 'check:types'],
  ['Import directions', 'check:boundaries'],
  ['Unused files, exports and dependencies', 'check:unused'],
];

/** Runs every check, also after one has failed. */
export function runChecks() {
  return addUp(checks.map(([heading = '', script = '']) => stage(heading, () => checkOnce(script))));
}

if (import.meta.main) process.exitCode = runChecks().failed === 0 ? 0 : 1;
