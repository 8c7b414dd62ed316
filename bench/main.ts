/** `npm run bench -- NAME`: measures something, prints the result and writes it to bench/results. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArguments } from './read-arguments.ts';
import { refusalsInWords } from './figures.ts';
import { describeMachine } from './machine.ts';
import { dayOf, type Scenario } from './scenario.ts';

type Entry = {
  /** What it measures, for people, in a few words. */
  readonly measures: string;
  /** The default duration of each measurement. */
  readonly usualSeconds: number;
  readonly quickSeconds: number;
  /** Loaded when it is the one that runs: in `process.exit` Node may wait forever for the compilation of what it has loaded. */
  readonly load: () => Promise<Scenario>;
};

const scenarios: Readonly<Record<string, Entry>> = {
  votes: {
    measures: 'durable votes a second at one hot idol, each variant at each number of connections',
    usualSeconds: 12,
    quickSeconds: 1.2,
    load: async () => (await import('./votes/scenario.ts')).votes,
  },
  packets: {
    measures: 'a red packet that 20,000 fans grab at once, and the answers when it is gone',
    usualSeconds: 12,
    quickSeconds: 1.2,
    load: async () => (await import('./packets/scenario.ts')).packets,
  },
  claims: {
    measures: 'claims of a task a second, with and without lots of Points that expire',
    usualSeconds: 24,
    quickSeconds: 2.4,
    load: async () => (await import('./claims/scenario.ts')).claims,
  },
  workers: {
    measures: 'votes with one worker and with two, each beside its yardsticks',
    usualSeconds: 12,
    quickSeconds: 1.2,
    load: async () => (await import('./workers/scenario.ts')).workers,
  },
  mixed: {
    measures: 'a storm of looks, votes and the rest, by the clock, at shares of its peak',
    usualSeconds: 30,
    quickSeconds: 3,
    load: async () => (await import('./mixed/scenario.ts')).mixed,
  },
  listeners: {
    measures: 'thousands who listen to the live ranking: memory, processor time, and how soon the last one hears',
    usualSeconds: 120,
    quickSeconds: 8,
    load: async () => (await import('./listeners/scenario.ts')).listeners,
  },
  chat: {
    measures: 'thousands who listen to a chat: delivery, processor time and memory, with batches and without',
    usualSeconds: 30,
    quickSeconds: 3,
    load: async () => (await import('./chat/scenario.ts')).chat,
  },
  flood: {
    measures: 'reads and votes of others while one fan floods each call that writes',
    usualSeconds: 2,
    quickSeconds: 1,
    load: async () => (await import('./flood/scenario.ts')).flood,
  },
  growth: {
    measures: 'votes and looks at the ranking with ten thousand, a million and ten million votes in the ledger',
    usualSeconds: 12,
    quickSeconds: 1.8,
    load: async () => (await import('./growth/scenario.ts')).growth,
  },
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
  const { text, refusals } = await (await scenario.load()).run(plan);
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
