import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { buildWeb } from '../../scripts/build-web.mjs';
import { type Audit, audit } from './audit.ts';
import { startSharedBrowser } from './browser.ts';
import { cpuMultiplier } from './cpu-multiplier.ts';
import { mainPages, otherPages } from './pages.ts';
import { type Measured, median, missedBudgets, sheetOf } from './sheet.ts';
import { slowestInteractionMs } from './slowest-interaction.ts';
import { waitUntilQuiet } from '../load/quiet.ts';
import { describeMachine } from '../machine.ts';
import { exitOnSignal } from '../world/exit-on-signal.ts';
import { startRestartingServer } from '../world/restarting-server.ts';

const demo = join(import.meta.dirname, '../../content/demo');

/**
 * Measures how fast screens load, prints it, and writes it to bench/results.
 * @returns whether every budget was met
 */
export async function measureScreens({ isWhole }: { isWhole: boolean }): Promise<boolean> {
  const pages = isWhole ? [...mainPages, ...otherPages] : mainPages;
  const runs = isWhole ? 3 : 5;

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
    '../results',
    `${at.toISOString().slice(0, 10)}-lighthouse${isWhole ? '-all' : ''}.md`,
  );
  await writeFile(file, text);
  // Results are committed, and what is committed is formatted.
  execFileSync('oxfmt', [file]);
  console.log(`\n${text}`);
  return missedBudgets(measured).length === 0;
}
