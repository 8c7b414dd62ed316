import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runFaults } from './faults/run-faults.ts';
import { table } from './faults/table.ts';

const usage = `Usage: npm run faults [-- --rounds N] [--seed TEXT]
  Kills the database and the server in turn while fans vote, then holds what the fans were told against the ledger.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    seed: { type: 'string', default: randomBytes(4).toString('hex') },
  },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 1000) {
  console.error(`--rounds is "${values.rounds}", but should be a whole number from 1 to 1000.\n${usage}`);
  process.exit(2);
}

console.log(`${rounds} rounds, seed ${values.seed}`);
const report = await runFaults({ rounds, seed: values.seed, say: console.log });
console.log(`\n${table(report)}\n`);
if (report.violations.length > 0) {
  console.error(`FAILED:\n${report.violations.map((violation) => `  ${violation}`).join('\n')}`);
  process.exitCode = 1;
} else {
  console.log('No answered vote was lost, none was counted twice, and every invariant holds.');
}
