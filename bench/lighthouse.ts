/**
 * `npm run lighthouse`: how fast the main screens load on a mid-range phone and on a desk; printed, and written to
 * bench/results. With `-- --all` every screen, fewer times.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from './read-arguments.ts';
import { createScratchFolder } from '../apps/server/test/world/scratch-folder.ts';
import { buildWeb } from '../scripts/build-web.mjs';
import { type Audit, audit } from './lighthouse/audit.ts';
import { startSharedBrowser } from './lighthouse/browser.ts';
import { cpuMultiplier } from './lighthouse/cpu-multiplier.ts';
import { mainPages, otherPages } from './lighthouse/pages.ts';
import { type Measured, median, missedBudgets, sheetOf } from './lighthouse/sheet.ts';
import { slowestInteractionMs } from './lighthouse/slowest-interaction.ts';
import { waitUntilQuiet } from './load/quiet.ts';
import { describeMachine } from './machine.ts';
import { exitOnSignal } from './world/exit-on-signal.ts';
import { startRestartingServer } from './world/restarting-server.ts';

const usage = `Usage: npm run lighthouse [-- --all]
  Measures how fast the main screens load on a phone and on a desk, and writes it to bench/results. With --all every \
screen,
  fewer times.`;
const { values } = readArguments(usage, { options: { all: { type: 'boolean', default: false } } });
const isWhole = values.all;
const pages = isWhole ? [...mainPages, ...otherPages] : mainPages;
const runs = isWhole ? 3 : 5;
const demo = join(import.meta.dirname, '../content/demo');

if (!buildWeb()) throw new Error('The web app could not be built.');

exitOnSignal();
await using stack = new AsyncDisposableStack();
const scratch = stack.use(await createScratchFolder());
const server = stack.use(await startRestartingServer(scratch.path, { CONTENT_DIR: demo }));
await server.ready();

const profile = stack.use(await createScratchFolder());
const { debuggingPort, join: joinBrowser } = stack.use(await startSharedBrowser(profile.path));

const addressOf = (path: string) => server.address + path;
await waitUntilQuiet();
// The first run warms up the server's memory and the browser's code, and tells how fast this machine is.
const trial = await audit({ url: addressOf('/'), formFactor: 'mobile', debuggingPort, cpuSlowdownMultiplier: 4 });
const cpuSlowdownMultiplier = cpuMultiplier(trial.benchmarkIndex);

const auditsOf = new Map<string, Audit[]>();
for (const { name, path, formFactor } of pages) {
  const audits: Audit[] = [];
  for (let run = 1; run <= runs; run += 1) {
    await waitUntilQuiet();
    const one = await audit({ url: addressOf(path), formFactor, debuggingPort, cpuSlowdownMultiplier });
    audits.push(one);
    console.log(`${name}, run ${run}: performance ${one.performance}, LCP ${one.lcpMs}, TBT ${one.tbtMs}`);
  }
  auditsOf.set(name, audits);
}

const browser = await joinBrowser();
const measured: Measured[] = [];
for (const page of pages) {
  const interactionsMs: number[] = [];
  for (let run = 1; run <= runs && page.use; run += 1) {
    interactionsMs.push(await slowestInteractionMs(browser, server.address, page));
  }
  const audits = auditsOf.get(page.name) ?? [];
  measured.push({ name: page.name, isMain: page.isMain, audits, interactionsMs });
}
await browser.close();

const at = new Date();
const benchmarkIndex = median(measured.flatMap(({ audits }) => audits.map((one) => one.benchmarkIndex)));
const text = sheetOf(measured, { at, machine: describeMachine(), runs, benchmarkIndex, cpuSlowdownMultiplier });
const file = join(
  import.meta.dirname,
  'results',
  `${at.toISOString().slice(0, 10)}-lighthouse${isWhole ? '-all' : ''}.md`,
);
await writeFile(file, text);
// Results are committed, and what is committed is formatted.
execFileSync('oxfmt', [file]);
console.log(`\n${text}`);
if (missedBudgets(measured).length > 0) process.exitCode = 1;
