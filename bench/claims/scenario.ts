import { randomUUID } from 'node:crypto';
import { count, median, ms, refusalsInWords, seconds, spread } from '../figures.ts';
import { disturbedInWords, inTurns, type Turns } from '../idle-turns.ts';
import { type Generator, startGenerator } from '../load/generator.ts';
import type { LoopResult } from '../load/score.ts';
import { machineChapter } from '../machine.ts';
import { dayOf, type Plan, type Scenario } from '../scenario.ts';
import { checkLedger } from '../server/check-ledger.ts';
import { givenStage } from '../server/given-stage.ts';
import { describeDatabase } from '../world/describe-database.ts';
import { grant } from '../world/given-fans.ts';
import type { OwnerPool } from '../world/owner-connection.ts';

const path = '/task/api/v1/task/completeAndClaimPoint';
const fans = 20_000;
const quickFans = 4_000;
const turns = 6;
const connections = 64;
const settleMs = 400;
const warmUpMs = 4000;

/** Points without lots, as before they could expire, and with a lot that each claim adds to. */
type Variant = 'without' | 'with';
const variants: readonly Variant[] = ['without', 'with'];

type Measurement = Readonly<Record<Variant, LoopResult[]>>;

export const claims: Scenario = {
  async run(plan) {
    await using stack = new AsyncDisposableStack();
    const stage = await givenStage(stack, {
      election: 'storm',
      fans: plan.isQuick ? quickFans : fans,
      // Claims of one network wait for each other, which would hide what a claim costs.
      servers: [{ settings: { TRUST_PROXY: '1' } }],
      say: plan.say,
    });
    const [{ port } = { port: 0 }] = stage.servers;
    const { ownerPool } = stage;
    await allowClaims(ownerPool);
    const fanIds = stage.fans.map(({ id }) => id);
    await grant(ownerPool, { fanIds, amount: 1, asset: 'POINT' });
    await ownerPool.query('VACUUM ANALYZE');
    const generator = stack.use(startGenerator({ port, calls: {} }));
    const tokens = stage.fans.map(({ token }) => token);

    const state: Turns = { all: 0, disturbed: 0 };
    const measured: Measurement = { without: [], with: [] };
    plan.say('Warming up …');
    for (const variant of variants) {
      await claimFor({ ownerPool, generator, tokens }, variant, plan.isQuick ? 500 : warmUpMs);
    }
    await inTurns(turns, state, plan, async (turn) => {
      // Each variant begins as often as the other.
      for (const variant of turn % 2 === 0 ? variants : variants.toReversed()) {
        const measureMs = (plan.seconds * 1000) / turns;
        measured[variant].push(await claimFor({ ownerPool, generator, tokens }, variant, measureMs));
      }
      const rates = variants.map((variant) => `${variant} ${Math.round(rateOf(measured[variant].at(-1)))}/s`);
      plan.say(`Turn ${turn + 1}: ${rates.join(', ')}`);
    });

    plan.say('Checking the ledger …');
    await coverByLots(ownerPool);
    const ledger = await checkLedger(ownerPool);
    const database = await describeDatabase(ownerPool);
    const refusals = variants.flatMap((variant) => measured[variant].flatMap((slice) => slice.refusals));
    return { text: report(measured, { plan, state, fans: tokens.length, ledger, database, refusals }), refusals };
  },
};

type Claiming = { readonly ownerPool: OwnerPool; readonly generator: Generator; readonly tokens: readonly string[] };

/** Claims a task that no fan has claimed, one claim a fan, so that every claim pays. */
async function claimFor(
  { ownerPool, generator, tokens }: Claiming,
  variant: Variant,
  measureMs: number,
): Promise<LoopResult> {
  const taskId = await givenCheckIn(ownerPool);
  await ownerPool.query("UPDATE ledger.unit SET expires = $1 WHERE name = 'POINT'", [variant === 'with']);
  await ownerPool.query('CHECKPOINT');
  generator.learn({ [variant]: { method: 'POST', path, tokens, bodies: [JSON.stringify({ taskId })] } });
  return generator.closedLoop({ [variant]: 1 }, { connections, settleMs, measureMs });
}

async function givenCheckIn(ownerPool: OwnerPool): Promise<string> {
  const taskId = `measured-${randomUUID()}`;
  const text = JSON.stringify({ en_US: 'Check in', zh_TW: '簽到' });
  await ownerPool.query(
    `INSERT INTO task (id, type_id, tab, title, description, reward, streak_rewards, period, position, budget)
     VALUES ($1, 2, 'visitingTasks', $2, $2, 5, '{5,10,15,20,25,30,100}', 'daily', 1, 1000000000)`,
    [taskId, text],
  );
  return taskId;
}

/** Allows more claims of a fan than on a day, which would be held for review. */
async function allowClaims(ownerPool: OwnerPool): Promise<void> {
  const most = 1_000_000_000;
  await ownerPool.query(
    `UPDATE claim_terms SET most_of_fan = $1, most_on_device = $1, most_from_network = $1, hurry_most = $1,
                            accounts_on_device = $1, accounts_from_network = $1`,
    [most],
  );
  await ownerPool.query('UPDATE ledger.expiry_terms SET months = 12');
}

/** Puts claimed Points without lots into lots, as the migration did with earlier Points of fans. */
async function coverByLots(ownerPool: OwnerPool): Promise<void> {
  await ownerPool.query("UPDATE ledger.unit SET expires = true WHERE name = 'POINT'");
  await ownerPool.query(
    `INSERT INTO ledger.lot (fan, unit, expires_on, credited)
       SELECT a.fan, a.unit, 'infinity', a.balance FROM ledger.account a JOIN ledger.unit u ON u.id = a.unit
        WHERE u.expires AND a.balance > 0
     ON CONFLICT DO NOTHING`,
  );
}

function rateOf(slice: LoopResult | undefined): number {
  return slice ? slice.succeeded / slice.seconds : NaN;
}

type ClaimsReport = {
  readonly plan: Plan;
  readonly state: Turns;
  readonly fans: number;
  readonly ledger: Awaited<ReturnType<typeof checkLedger>>;
  readonly database: Awaited<ReturnType<typeof describeDatabase>>;
  readonly refusals: readonly number[];
};

function report(
  measured: Measurement,
  { plan, state, fans: claimants, ledger, database, refusals }: ClaimsReport,
): string {
  const rates = (variant: Variant) => measured[variant].map(rateOf);
  const latency = (variant: Variant, pick: 'p50' | 'p99') =>
    ms(median(measured[variant].map(({ latencies }) => latencies[pick])));
  const row = (variant: Variant) =>
    `| ${variant} | ${spread(rates(variant), count)} /s | ${latency(variant, 'p50')} / ${latency(variant, 'p99')} |`;
  const ratios = measured.with.map((slice, turn) => rateOf(slice) / rateOf(measured.without[turn]));
  return `# Claims a second with and without lots of Points, ${dayOf(plan)}

Through HTTP over ${connections} connections, ${count(claimants)} fans with tokens, each of whom claims a task once in \
a slice. In one run and on one
server: Points that never expire, as before, so that a claim writes no lot; and Points that do, so that each claim \
adds to its account's
lot of the month. Each fan calls from a network of their own, because claims of one network wait for each other. Each \
figure is the
median of ${turns} slices of ${seconds(plan.seconds / turns)}. The variants took turns, and \
${disturbedInWords(state)}. In brackets the slowest and the fastest slice.

| lots | claims | p50 / p99 |
|---|---:|---:|
${variants.map(row).join('\n')}

With lots there were ${spread(ratios, (ratio) => ratio.toFixed(3))} times as many claims as without.
Afterwards all ${ledger.invariants} invariants held. Calls refused: ${refusalsInWords(refusals)}.

${machineChapter(plan.machine, { database, servers: 'one server process' })}`;
}
