import { randomBytes } from 'node:crypto';
import { readArguments } from './read-arguments.ts';
import { descriptions, type Kind, kindNames } from './faults/kinds.ts';
import { verdict } from './faults/verdict.ts';
import { exitOnSignal } from './world/exit-on-signal.ts';

const usage = `Usage: npm run faults [-- --kinds NAME,NAME] [--rounds N] [--seed TEXT]
  Deals faults while fans vote, N rounds of each kind (6 when left out), then holds what the fans were told against the
  ledger. The kinds, all of them when left out:
${kindNames.map((kind) => `    ${kind.padEnd(10)} ${descriptions[kind]}`).join('\n')}`;

const { values } = readArguments(usage, {
  options: {
    kinds: { type: 'string', default: kindNames.join(',') },
    rounds: { type: 'string', default: '6' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});

function refuse(message: string): never {
  console.error(`${message}\n${usage}`);
  process.exit(2);
}

const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
  refuse(`--rounds is "${values.rounds}", but should be a whole number from 1 to 1000.`);
}
const wanted = values.kinds.split(',');
const unknown = wanted.find((name) => !(kindNames as readonly string[]).includes(name));
if (unknown !== undefined) refuse(`--kinds has "${unknown}", but knows only: ${kindNames.join(', ')}.`);

/** The most violations of each kind; one fault often occurs a thousand times. */
const shownViolations = 20;

// After the arguments, because in `process.exit` Node may wait forever for the compilation of what it has loaded.
const { runFaults } = await import('./faults/run-faults.ts');
const { faultTable } = await import('./faults/table.ts');

exitOnSignal();
console.log(`${rounds} rounds of ${wanted.join(', ')}, seed ${values.seed}`);
const reports = await runFaults({ kinds: wanted as Kind[], rounds, seed: values.seed, say: console.log });
const failures: string[] = [];
const skipped: string[] = [];
for (const [kind, report] of reports) {
  if ('skipped' in report) {
    console.log(`\n${kind}: SKIPPED, because ${report.skipped}.`);
    skipped.push(kind);
    continue;
  }
  console.log(`\n${kind}\n${faultTable(report)}`);
  const { violations } = report;
  failures.push(...violations.slice(0, shownViolations).map((violation) => `  ${kind}: ${violation}`));
  if (violations.length > shownViolations) failures.push(`  … and ${violations.length - shownViolations} more`);
}
const isCi = Boolean(process.env['CI']);
const { line, endsWell } = verdict({ played: reports.size - skipped.length, skipped, failures, isCi });
if (endsWell) console.log(`\n${line}`);
else {
  console.error(`\n${line}`);
  process.exitCode = 1;
}
