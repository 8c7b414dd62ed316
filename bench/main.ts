import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from './machine.ts';
import { isClean, report } from './votes/report.ts';
import { measureVotes } from './votes/scenario.ts';

const usage = `Usage: npm run bench -- votes [--seconds N]
  Measures durable votes a second at one hot idol, each variant for N seconds (12 when left out) at each number of
  connections, and writes the result to bench/results.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '12' } },
});
const seconds = Number(values.seconds);
const [scenario, ...rest] = positionals;
if (scenario !== 'votes' || rest.length > 0 || !(seconds >= 1 && seconds <= 600)) {
  console.error(usage);
  process.exit(2);
}

const at = new Date();
const result = await measureVotes(seconds, console.log);
const text = report(result, describeMachine(), { at, seconds });
const folder = join(import.meta.dirname, 'results');
await mkdir(folder, { recursive: true });
const file = join(folder, `${at.toISOString().slice(0, 10)}-votes.md`);
await writeFile(file, text);
// Results are committed, and what is committed is formatted.
execFileSync('oxfmt', [file]);
console.log(`\n${text}`);
if (!isClean(result)) {
  console.error('Some calls were refused, so the figures above do not count.');
  process.exitCode = 1;
}
