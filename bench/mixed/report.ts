import { atLeast, atMost, count, median, ms, refusalsInWords, seconds, spread } from '../figures.ts';
import type { Latencies } from '../load/latencies.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan } from '../scenario.ts';
import type { CheckedLedger } from '../server/check-ledger.ts';
import { disturbedInWords } from '../idle-turns.ts';
import { perSecond, ratesOf } from '../votes/measure.ts';
import type { DatabaseSettings } from '../world/describe-database.ts';
import { newcomers, storm, type StormCall, stormCalls } from './calls.ts';
import type { Measurement, Step, Yardstick } from './measure.ts';

type MixedResult = Measurement & {
  readonly fans: number;
  readonly ledger: CheckedLedger;
  readonly database: DatabaseSettings;
};

const aims = { rankingOfStatic: 0.85, voteOfNoOp: 0.75, p99Ms: 100 };
/** The share of the peak at which the latencies are held to their aim. */
const aimedAt = 0.5;
/** The share of the peak up to which everybody must be served for the figures to count. */
const nobodyRefusedUpTo = 0.75;

const words: Readonly<Record<StormCall, string>> = {
  ranking: 'ranking',
  vote: 'vote',
  idols: 'list of idols',
  activity: 'activity',
  voteNum: 'own number of votes',
  records: 'own records of votes',
};

/** Writes the result of a run in Markdown: the measurements, the machine, and whether the aims are met. */
export function report(result: MixedResult, plan: Pick<Plan, 'at' | 'seconds' | 'machine'>): string {
  const { peak, steps, turns, fans, ledger, database } = result;
  const slices = peak.slices.length;
  const mix = stormCalls.map((call) => `${storm[call]} % ${words[call]}`).join(', ');
  return `# A storm of looks and votes, ${dayOf(plan)}

Through HTTP, ${count(fans)} fans with tokens, thirty idols, half of the votes for one of them. Of all calls: ${mix}.
Who looks at what everybody sees sends the tag of the answer they had last; ${newcomers} of each hundred have none.
Each figure is the median of ${slices} slices of ${seconds(plan.seconds / slices)}. What is compared took turns, and \
${disturbedInWords(turns)}.
In brackets the slowest and the fastest slice.

## Beside yardsticks

All at 256 connections, as fast as they are answered. Neither the ranking nor its yardstick was asked for with a tag \
here, and
one call in a hundred was a vote meanwhile, so that the ranking was made anew several times a second.

| the product | | its yardstick | | ratio |
|:---|---:|:---|---:|---:|
${yardstickRow(result, 'the ranking', 'ranking', 'the same bytes, kept in memory', 'static')}
${yardstickRow(result, 'a vote', 'vote', 'a POST that does nothing', 'noOp')}

Aims: ranking ${atLeast(ratio(result, 'ranking', 'static'), aims.rankingOfStatic)}; votes \
${atLeast(ratio(result, 'vote', 'noOp'), aims.voteOfNoOp)}.

## By the clock

As fast as it is answered, the storm reached ${spread(ratesOf(peak.slices), count)} calls a second with \
${peak.connections} connections (calls refused: ${refusalsInWords(refusalsOf(peak))}). Below,
calls arrive by the clock whatever became of the ones before (a Poisson process), and latency counts from the instant \
at which a
call was due, so that who had to wait behind others is counted with their waiting.

| of the peak | calls/s due | call | p50 | p95 | p99 | longest | told “unchanged” |
|---:|---:|:---|---:|---:|---:|---:|---:|
${steps.flatMap(stepRows).join('\n')}

Aim at ${aimedAt * 100} % of the peak: the p99 of the slowest kind of call ${atMost(slowestP99(steps), aims.p99Ms, ms)}.

${steps
  .map(
    (step) => `- At ${Math.round(step.ofPeak * 100)} %: calls refused: ${refusalsInWords(refusalsOf(step))}; \
the generator was at work ${median(step.slices.map((slice) => slice.generatorBusy)).toFixed(2)} of the \
time.`,
  )
  .join('\n')}

Afterwards the ledger had ${count(ledger.votes)} votes and all ${ledger.invariants} invariants held.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}

/**
 * Returns the refusals that count. Above three quarters of the peak some requests may be refused; below it none, nor at
 * a yardstick.
 */
export function refusalsThatCount({ yardsticks, steps }: Pick<Measurement, 'yardsticks' | 'steps'>): number[] {
  const held = steps.filter((step) => step.ofPeak <= nobodyRefusedUpTo);
  return [...Object.values(yardsticks), ...held].flatMap(refusalsOf);
}

function refusalsOf({ slices }: Pick<Step, 'slices'>): number[] {
  return slices.flatMap((slice) => slice.refusals);
}

function ratio({ yardsticks }: Measurement, product: Yardstick, yardstick: Yardstick): number {
  return perSecond(yardsticks[product]) / perSecond(yardsticks[yardstick]);
}

function yardstickRow(
  result: Measurement,
  name: string,
  product: Yardstick,
  nameOfYardstick: string,
  yardstick: Yardstick,
): string {
  const rate = (one: Yardstick) => `${spread(ratesOf(result.yardsticks[one].slices), count)} /s`;
  return (
    `| ${name} | ${rate(product)} | ${nameOfYardstick} | ${rate(yardstick)} | ` +
    `${ratio(result, product, yardstick).toFixed(2)} |`
  );
}

function stepRows(step: Step): string[] {
  return stormCalls.map((call) => {
    const latency = (pick: keyof Latencies) => ms(latencyOf(step, call, pick));
    const scores = step.slices.map((slice) => slice.calls[call]);
    const answered = scores.reduce((sum, score) => sum + (score?.succeeded ?? 0), 0);
    const unchanged = scores.reduce((sum, score) => sum + (score?.unchanged ?? 0), 0);
    const share = unchanged === 0 ? '' : `${Math.round((unchanged / answered) * 100)} %`;
    return (
      `| ${Math.round(step.ofPeak * 100)} % | ${count(step.callsPerSecond)} | ${words[call]} | ` +
      `${latency('p50')} | ${latency('p95')} | ${latency('p99')} | ${latency('max')} | ${share} |`
    );
  });
}

function latencyOf({ slices }: Step, call: StormCall, pick: keyof Latencies): number {
  const all = slices.map((slice) => slice.calls[call]?.latencies[pick] ?? 0);
  return pick === 'max' ? Math.max(...all) : median(all);
}

function slowestP99(steps: readonly Step[]): number {
  const step = steps.find((one) => one.ofPeak === aimedAt);
  return step ? Math.max(...stormCalls.map((call) => latencyOf(step, call, 'p99'))) : Infinity;
}
