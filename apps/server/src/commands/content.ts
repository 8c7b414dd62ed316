import { systemClock } from '#/lib/clock.ts';
import { applyContent, type ContentReport, formatProblem, PackProblems, readPack } from '#/modules/content/index.ts';
import { readArguments } from '#/lib/read-arguments.ts';
import { runOnDatabase } from './run-on-database.ts';

const usage = `Usage:
  npm run content -- check FOLDER
      Reads a content pack and tells everything that is wrong with it.
  npm run content -- apply FOLDER [--simulate]
      Checks it and makes it the content of the database. With --simulate, a pack that has a simulation also
      gets its simulated fans and their votes, once.`;

const given = readArguments(usage, {
  allowPositionals: true,
  options: { simulate: { type: 'boolean', default: false } },
});
await run(given);

async function run({ values, positionals }: typeof given): Promise<void> {
  const [action, folder, ...rest] = positionals;
  if (action === 'check' && folder && rest.length === 0) await check(folder);
  else if (action === 'apply' && folder && rest.length === 0) await apply(folder, values.simulate);
  else {
    console.error(usage);
    process.exitCode = 2;
  }
}

async function check(folder: string): Promise<void> {
  const { pack, problems } = await readPack(folder);
  if (pack) console.log(`${folder} is right: ${pack.name} ${pack.version}.`);
  else tell(new PackProblems(problems), folder);
}

async function apply(folder: string, asksForSimulation: boolean): Promise<void> {
  await runOnDatabase(async ({ pools }) => {
    try {
      const simulate = asksForSimulation ? (await import('#/dev/index.ts')).simulatePack : undefined;
      report(await applyContent({ ownerPool: pools.ownerPool, clock: systemClock, folder, simulate }));
    } catch (error) {
      if (!(error instanceof PackProblems)) throw error;
      tell(error, folder);
    }
  });
}

function tell({ problems }: PackProblems, folder: string): void {
  for (const problem of problems) console.error(formatProblem(problem));
  console.error(
    `${folder} has ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}; nothing was applied.`,
  );
  process.exitCode = 1;
}

function report({ name, version, anchoredAt, applied, simulated }: ContentReport): void {
  console.log(
    applied
      ? `Applied ${name} ${version}: ${applied.added} rows added, ${applied.changed} changed, ` +
          `${applied.retired} retired.`
      : `${name} ${version} is applied already; nothing to do.`,
  );
  console.log(`Its relative times count from ${anchoredAt.toISOString()}.`);
  if (simulated) console.log(`Simulated ${simulated.fans} fans who cast ${simulated.votes} votes.`);
}
