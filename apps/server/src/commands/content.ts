import { glob, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { systemClock } from '#/lib/clock.ts';
import {
  applyContent,
  type ContentReport,
  exportContent,
  ExportRefused,
  type ExportReport,
  formatProblem,
  PackProblems,
  readPack,
} from '#/modules/content/index.ts';
import { runOnDatabase } from './run-on-database.ts';
import { projectRoot } from './settings-file.ts';
import { answer, counted, fail, refuse } from './terminal.ts';

export function defineContent(command: Command): void {
  command
    .command('check')
    .description('Reads a content pack and tells everything that is wrong with it.')
    .argument('<folder>', 'the folder of the pack')
    .action(check);
  command
    .command('apply')
    .description(
      'Checks a content pack and makes it the content of the platform; running servers follow within seconds.',
    )
    .argument('<folder>', 'the folder of the pack')
    .option('--simulate', 'also adds the simulated fans and votes of a pack that has them, once', false)
    .action((folder, { simulate }) => apply(folder, simulate));
  command
    .command('export')
    .description(
      'Writes the files of the content pack that was applied last into an empty folder, and the instant from which ' +
        'its times count: elsewhere it gives the same content. It tells what operators changed beside the pack.',
    )
    .argument('<folder>', 'an empty folder, or one to be made')
    .action(exportPack);
}

async function check(folder: string): Promise<void> {
  const { pack, problems } = await readPack(folder);
  if (!pack) return tellProblems(new PackProblems(problems), folder);
  const { name, version, brand } = pack;
  const corrections = brand?.corrections ?? [];
  const demoPages = await demoPagesIn(folder);
  answer({ name, version, corrections, demoPages }, [
    ...corrections.map(formatProblem),
    ...(demoPages.length > 0 ? [`Still the demo’s own words, which name no organiser: ${demoPages.join(', ')}.`] : []),
    `${folder} is right: ${name} ${version}.`,
  ]);
}

/** Returns the files of written pages that a pack has from the demo, word for word. */
async function demoPagesIn(folder: string): Promise<string[]> {
  const demo = resolve(projectRoot, 'content/demo');
  if (resolve(folder) === demo) return [];
  const [own = [], theirs = []] = await Promise.all(
    [folder, demo].map((pack) => Array.fromAsync(glob('pages/*.md', { cwd: pack }))),
  );
  const shared = theirs.filter((file) => own.includes(file)).toSorted();
  const isSame = await Promise.all(
    shared.map(async (file) => {
      const [words, demoWords] = await Promise.all([folder, demo].map((pack) => readFile(join(pack, file), 'utf8')));
      return words === demoWords;
    }),
  );
  return shared.filter((_, index) => isSame[index]);
}

async function apply(folder: string, asksForSimulation: boolean): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      const simulate = asksForSimulation ? (await import('#/dev/index.ts')).simulatePack : undefined;
      tellApplied(await applyContent({ ownerPool: pools.ownerPool, clock: systemClock, folder, simulate }));
    } catch (error) {
      if (!(error instanceof PackProblems)) throw error;
      tellProblems(error, folder);
    }
  });
}

function tellProblems({ problems }: PackProblems, folder: string): void {
  const count = counted(problems.length, 'problem');
  const lines = [...problems.map(formatProblem), `${folder} has ${count}; nothing was applied.`];
  refuse({ problems }, lines);
}

async function exportPack(folder: string): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      tellExported(folder, await exportContent(pools.ownerPool, folder));
    } catch (error) {
      if (!(error instanceof ExportRefused)) throw error;
      fail(error.message);
    }
  });
}

function tellExported(folder: string, report: ExportReport): void {
  const { name, version, appliedAt, anchoredAt, files, recordings, ownChanges } = report;
  answer(report, [
    `${folder} has the ${files} files of ${name} ${version}, as applied at ${appliedAt.toISOString()}.`,
    `Its relative times go on counting from ${anchoredAt.toISOString()}.`,
    ...(recordings.length > 0
      ? [`Not in it: the segments of ${recordings.join(', ')}. Copy them from the folder \`live\` of the pack.`]
      : []),
    ...(ownChanges.length > 0 ? ['Not in it, because it was changed beside the pack:'] : []),
    ...ownChanges.map((change) => `  ${change}`),
  ]);
}

function tellApplied(report: ContentReport): void {
  const { name, version, anchoredAt, applied, keepsFiles, simulated } = report;
  answer(report, [
    applied
      ? `Applied ${name} ${version}: ${counted(applied.added, 'row')} added, ${applied.changed} changed, ` +
        `${applied.retired} retired.`
      : `${name} ${version} is applied already; nothing to do.`,
    `Its relative times count from ${anchoredAt.toISOString()}.`,
    ...(keepsFiles ? [] : ['Its files are too large to be kept for `content export`.']),
    ...(simulated ? [`Simulated ${simulated.fans} fans who cast ${simulated.votes} votes.`] : []),
  ]);
}
