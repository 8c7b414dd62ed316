/** `npm run bench -- NAME`: measures something, prints the result and writes it to bench/results. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from './read-arguments.ts';
import { refusalsInWords } from './figures.ts';
import { chat } from './chat/scenario.ts';
import { claims } from './claims/scenario.ts';
import { flood } from './flood/scenario.ts';
import { growth } from './growth/scenario.ts';
import { listeners } from './listeners/scenario.ts';
import { describeMachine } from './machine.ts';
import { mixed } from './mixed/scenario.ts';
import { dayOf, type Scenario } from './scenario.ts';
import { packets } from './packets/scenario.ts';
import { votes } from './votes/scenario.ts';
import { workers } from './workers/scenario.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  votes,
  packets,
  claims,
  workers,
  mixed,
  listeners,
  chat,
  flood,
  growth,
};

const list = Object.entries(scenarios).map(
  ([name, { measures, usualSeconds }]) => `  ${name.padEnd(10)} ${measures} (${usualSeconds} s of each)`,
);
const usage = `Usage: npm run bench -- NAME [--seconds N] [--quick]
${list.join('\n')}
  Prints the result and writes it to bench/results, unless calls were refused. --seconds says how long each thing is \
measured; --quick measures
  little and briefly, only to see that it works, and writes nothing.`;

const { values, positionals } = readArguments(usage, {
  allowPositionals: true,
  options: { seconds: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const [name = '', ...rest] = positionals;
const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
const seconds = Number(values.seconds ?? (values.quick ? scenario?.quickSeconds : scenario?.usualSeconds));
if (scenario === undefined || rest.length > 0 || !(seconds >= 1 && seconds <= 600)) {
  console.error(usage);
  process.exit(2);
}

const stopping = new AbortController();
const plan = {
  seconds,
  isQuick: values.quick,
  at: new Date(),
  machine: describeMachine(),
  signal: stopping.signal,
  say: (line: string) => console.log(line),
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

try {
  const { text, refusals } = await scenario.run(plan);
  console.log(`\n${text}`);
  if (refusals.length > 0) {
    console.error(
      `Calls were refused (${refusalsInWords(refusals)}), so the figures above do not count and are not kept.`,
    );
    process.exitCode = 1;
  } else if (!plan.isQuick) await keep(text);
} catch (error) {
  if (!stopping.signal.aborted) throw error;
  console.error('Stopped; what was started is gone again.');
  process.exitCode = 130;
}

/** Writes a result and formats it, because results are committed. */
async function keep(text: string): Promise<void> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${dayOf(plan)}-${name}.md`);
  await writeFile(file, text);
  execFileSync('oxfmt', [file]);
}

/** Stops after the present measurement, and cleans up. Asked twice, it ends at once. */
function stop(): void {
  if (stopping.signal.aborted) process.exit(130);
  console.error('Stopping …');
  stopping.abort();
}
