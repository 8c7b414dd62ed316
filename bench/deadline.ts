import { randomBytes } from 'node:crypto';
import { readArguments } from './read-arguments.ts';
import { exitOnSignal } from './world/exit-on-signal.ts';

const usage = `Usage: npm run deadline [-- --rounds N] [--seed TEXT]
  Votes around the closes of N short periods (1000 when left out), at two servers over one database, then holds what the
  fans were told against the ledger.`;

const { values } = readArguments(usage, {
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100_000) {
  console.error(`--rounds is "${values.rounds}", but should be a whole number from 1 to 100000.\n${usage}`);
  process.exit(2);
}

// After the arguments, because in `process.exit` Node may wait forever for the compilation of what it has loaded.
const { runDeadline } = await import('./deadline/run-deadline.ts');
const { deadlineTable } = await import('./deadline/table.ts');

exitOnSignal();
console.log(`${rounds} rounds, seed ${values.seed}`);
const report = await runDeadline({ rounds, seed: values.seed, awaitsClosing: true, say: console.log });
console.log(`\n${deadlineTable(report)}\n`);
if (report.violations.length > 0) {
  console.error(`FAILED: ${report.violations.length} violations, the first of each wave above.`);
  process.exitCode = 1;
} else {
  console.log('Nothing received after a close counts; everything received before it and answered does.');
}
