/**
 * `npm test`: checks, web build, unit, integration and browser tests; `npm run test:system`: the slow tests. Slowest files,
 * failures and totals are printed last and kept in `reports`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checks } from './check.mjs';
import { reports, runTests } from './run-tests.mjs';
import { addUp, checkOnce, runLanes, runProgram, runStages } from './stage.mjs';
import { tellSlowest } from './test-reports.mjs';
import { makeThrowawayFolder } from './throwaway-folder.mjs';

/** @typedef {import('./stage.mjs').StageResult} StageResult */

/**
 * @param {string} heading
 * @param {Parameters<typeof runTests>[0]} tier
 * @param {Record<string, string>} env
 * @returns {import('./stage.mjs').Stage}
 */
const tests = (heading, tier, env) => ({ heading, run: (output) => runTests(tier, { env, output }) });

/** @param {string} name @returns {import('./stage.mjs').Stage} */
const ensure = (name) => ({
  heading: `Program: ${name}`,
  // It counts only where it is missing.
  run: async (output) => {
    const isThere = await runProgram('node', [`scripts/ensure-${name}.mjs`], { output });
    return { passed: 0, failed: isThere ? 0 : 1 };
  },
});

const webBuild = checkOnce('Web build', 'node', ['scripts/build-web.mjs']);

/**
 * Browser tests leave a core idle when they wait for their browsers, and the checks keep only one busy. Both lanes have about
 * the same work, so that neither runs alone for long.
 *
 * @param {Record<string, string>} env
 */
async function runEverything(env) {
  return [
    ...(await runStages([ensure('browser')])),
    ...(await runLanes([
      [
        webBuild,
        checkOnce('Web size', 'npm', ['run', '--silent', 'check:size']),
        tests('Browser tests', 'journeys', env),
      ],
      [...checks, tests('Unit tests', 'unit', env), tests('Integration tests', 'integration', env)],
    ])),
  ];
}

/** @param {Record<string, string>} env */
async function runSystem(env) {
  const programs = ['browser', 'object-storage', 'nginx', 'postgres', 'encoder', 'image-builder'];
  return [
    ...(await runStages([...programs.map(ensure), webBuild])),
    // Many of both wait: for a process that starts or ends, or for the end of a round.
    ...(await runLanes([
      [tests('System tests of the server', 'system-server', env)],
      [tests('System tests in a browser', 'system-browser', env)],
    ])),
  ];
}

/** @returns {number} how long `npm test` has just spent on the installation */
function installationSeconds() {
  try {
    return JSON.parse(readFileSync(join(reports, 'installation.json'), 'utf8')).seconds;
  } catch {
    return 0;
  }
}

/** @param {readonly StageResult[]} stages @param {number} seconds @param {number} installation */
function tellTimes(stages, seconds, installation) {
  const rows = [
    ...(installation > 0 ? [{ heading: 'Installation', seconds: installation }] : []),
    ...stages,
    { heading: 'All', seconds: seconds + installation },
  ];
  return rows.map((row) => `${row.seconds.toFixed(1).padStart(8)} s  ${row.heading}`).join('\n');
}

const system = process.argv[2] === 'system';
const installation = system ? 0 : installationSeconds();
if (!system) rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const throwaway = makeThrowawayFolder();
const start = performance.now();
try {
  const env = { TMPDIR: throwaway };
  const stages = await (system ? runSystem(env) : runEverything(env));
  const seconds = (performance.now() - start) / 1000;
  const { passed, failed, failures, leftOut, files } = addUp(stages);
  writeFileSync(
    join(reports, system ? 'totals-system.json' : 'totals.json'),
    JSON.stringify({ passed, failed, leftOut, seconds, installation, stages, files }, undefined, 2),
  );
  console.log(`\n${tellSlowest(files)}\n\n── Times\n${tellTimes(stages, seconds, installation)}`);
  if (leftOut.length > 0)
    console.log(`\n── Left out, because this machine lacks a program or a right\n${leftOut.join('\n')}`);
  if (failures.length > 0) console.log(`\n── Failures\n${failures.join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  // A run that is killed leaves it to the next one.
  rmSync(throwaway, { recursive: true, force: true });
}
