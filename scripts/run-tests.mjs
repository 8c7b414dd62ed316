/**
 * `npm run test:unit` and its like: runs one tier, leaves its reports in `reports` and ends with the slowest files.
 * Further options go to the runner.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from './stage.mjs';
import { readPlaywrightReport, readVitestReport, tellSlowest } from './test-reports.mjs';
import { makeThrowawayFolder } from './throwaway-folder.mjs';

export const reports = join(root, 'reports');

/** @typedef {{ runner: 'vitest' | 'playwright', projects: readonly string[], options?: readonly string[] }} Tier */
const tiers = {
  unit: /** @type {Tier} */ ({ runner: 'vitest', projects: ['unit'] }),
  integration: /** @type {Tier} */ ({ runner: 'vitest', projects: ['integration'] }),
  journeys: /** @type {Tier} */ ({ runner: 'playwright', projects: ['journeys'] }),
  'system-server': /** @type {Tier} */ ({ runner: 'vitest', projects: ['system'] }),
  // Some of these tests wait for most of their time, for the end of a round for example.
  'system-browser': /** @type {Tier} */ ({ runner: 'playwright', projects: ['system'], options: ['--workers=3'] }),
};

/** @param {Tier} tier the projects of it that there are */
function presentProjects({ runner, projects }) {
  const config = readFileSync(
    join(root, runner === 'vitest' ? 'vitest.config.ts' : 'e2e/playwright.config.ts'),
    'utf8',
  );
  return projects.filter((project) => config.includes(`name: '${project}'`));
}

/**
 * @param {keyof typeof tiers} name
 * @param {{ options?: readonly string[], env?: Record<string, string>, output?: import('./stage.mjs').Output }} [extras]
 * @returns {Promise<import('./stage.mjs').Totals>}
 */
export async function runTests(name, { options = [], env = {}, output = 'inherit' } = {}) {
  const { runner, options: own = [] } = tiers[name];
  const projects = presentProjects(tiers[name]);
  if (projects.length === 0 && name !== 'journeys') {
    console.log(`   There is no project of ${name} yet.`);
    return { passed: 0, failed: 0 };
  }
  const report = join(reports, `${name}.json`);
  const times = join(reports, `${name}-files.json`);
  mkdirSync(reports, { recursive: true });
  for (const path of [report, times]) rmSync(path, { force: true });
  const chosen = projects.map((project) => `--project=${project}`);

  if (runner === 'vitest') {
    const reporters = ['default', 'json', './scripts/file-times-reporter.mjs'].map(
      (reporter) => `--reporter=${reporter}`,
    );
    const command = ['run', ...chosen, ...reporters, `--outputFile.json=${report}`, ...options];
    const endedWell = await runProgram('vitest', command, { env: { ...env, FILE_TIMES_REPORT: times }, output });
    return readVitestReport(report, endedWell, times);
  }
  const command = ['test', '--config=e2e', ...chosen, '--reporter=list,json', ...own, ...options];
  const endedWell = await runProgram('playwright', command, {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    output,
  });
  return readPlaywrightReport(report, endedWell);
}

if (import.meta.main) {
  const [names = '', ...options] = process.argv.slice(2);
  const throwaway = makeThrowawayFolder();
  try {
    const env = { TMPDIR: throwaway };
    const all = [];
    for (const name of names.split(','))
      all.push(await runTests(/** @type {keyof typeof tiers} */ (name), { options, env }));
    console.log(`\n${tellSlowest(all.flatMap(({ files = [] }) => files))}`);
    process.exitCode = all.every(({ failed }) => failed === 0) ? 0 : 1;
  } finally {
    rmSync(throwaway, { recursive: true, force: true });
  }
}
