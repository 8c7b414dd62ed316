import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidV7 } from '../../apps/server/src/lib/uuid.ts';
import { closingGraceMs } from '../../apps/server/src/modules/elections/activity.rules.ts';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/invariants.view.ts';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { ticketAsset } from '../world/given-activity.ts';
import { givenFans, grant, type SimulatedFan } from '../world/given-fans.ts';
import { type OwnerPool, connectAsOwner, connectTo, type OwnerConnection } from '../world/owner-connection.ts';
import { type RestartingServer, startRestartingServer } from '../world/restarting-server.ts';
import { givenPeriods } from './given-periods.ts';
import { judgeAfterwards, judgeHeld, judgeRound } from './judge-rounds.ts';
import { kinds, playRound, type Round } from './play-round.ts';

type DeadlinePlan = {
  readonly rounds: number;
  readonly seed: string;
  /** Waits for the servers to close the periods, a grace of seconds after the last one, instead of closing them at once. */
  readonly awaitsClosing: boolean;
  readonly say: (line: string) => void;
  /** Makes a database for each wave; without it a server brings its own. */
  readonly createDatabase?: () => Promise<GivenDatabase>;
};

export type DeadlineReport = {
  readonly rounds: readonly Round[];
  readonly invariants: number;
  /** Everything that must not be, in words; empty when the test is passed. */
  readonly violations: readonly string[];
};

/** Every period is a partition of the ledger; more of them at once would need more of a database than its usual settings. */
const roundsOfWave = 250;
const fanCount = 40;
/** More than anybody converts in a wave. */
const ticketsEach = 10_000;
const shownViolations = 20;
const closingTimeoutMs = 120_000;
const firstLeadMs = 4_000;
const longestLeadMs = 64_000;
/** What must be left of the lead when everything is in place: the first votes are cast so much before the close. */
const leastLeftMs = 2_000;

/**
 * Casts votes around the closes of many short periods on two servers with one database and compares the answers with
 * the ledger: votes received after a close never count, earlier answered ones always do.
 */
export async function runDeadline(plan: DeadlinePlan): Promise<DeadlineReport> {
  const waves: DeadlineReport[] = [];
  for (let played = 0; played < plan.rounds; played += roundsOfWave) {
    const rounds = Math.min(roundsOfWave, plan.rounds - played);
    const wave = await playInTime({ ...plan, rounds, seed: `${plan.seed}/${played}` });
    waves.push(wave);
    plan.say([`${played + rounds} rounds played.`, ...wave.violations.slice(0, shownViolations)].join('\n  '));
  }
  return {
    rounds: waves.flatMap((wave) => wave.rounds),
    invariants: waves[0]?.invariants ?? 0,
    violations: waves.flatMap((wave) => wave.violations),
  };
}

/** Plays a wave again with twice the lead when the machine was too busy to be there before the first close. */
async function playInTime(plan: DeadlinePlan): Promise<DeadlineReport> {
  for (let leadMs = firstLeadMs; leadMs <= longestLeadMs; leadMs *= 2) {
    const wave = await playWave(plan, leadMs);
    if (wave) return wave;
    plan.say(`Not ready ${leadMs / 1000} s after the periods were made: once more, with more time.`);
  }
  throw new Error(
    `The machine is too slow: ${longestLeadMs / 1000} s were not enough to be there before the first close`,
  );
}

/** Plays a wave; returns nothing if the first close was too near when everything was in place. */
async function playWave(plan: DeadlinePlan, leadMs: number): Promise<DeadlineReport | undefined> {
  const { rounds, seed, awaitsClosing } = plan;
  await using stack = new AsyncDisposableStack();
  const { addresses, ownerPool, lockPools } = await startServers(stack, plan.createDatabase);
  const fans = (await givenFans(ownerPool, { fans: fanCount })) as [SimulatedFan, ...SimulatedFan[]];
  const periods = await givenPeriods(ownerPool, { periods: rounds, leadMs });
  await grant(ownerPool, { fanIds: fans.map(({ id }) => id), amount: ticketsEach, asset: ticketAsset });
  const startByMs = (periods[0]?.closesAt.getTime() ?? 0) - leastLeftMs;
  const ready = await Promise.all(addresses.map((address) => knowsAll(address, rounds, startByMs)));
  if (ready.includes(false)) return undefined;

  const stage = { ownerPool, lockPools, addresses, fans, seed };
  const played = await Promise.all(
    periods.map((period, position) => playRound(stage, period, kinds[position % kinds.length] ?? 'plain')),
  );
  if (!awaitsClosing) {
    const graceIsOver = new Date(Math.max(...periods.map(({ closesAt }) => closesAt.getTime())) + closingGraceMs);
    for (const { period } of periods)
      await ownerPool.query('SELECT ledger.close_period($1, $2)', [period, graceIsOver]);
  }
  await allClosed(ownerPool);
  const violations: string[] = judgeHeld(played);
  for (const [position, round] of played.entries()) {
    violations.push(...(await judgeRound(ownerPool, round)));
    const address = addresses[position % addresses.length] ?? addresses[0];
    violations.push(...(await judgeAfterwards(address, round, uuidV7(new Date()))));
  }
  const { checked, violations: broken } = await checkInvariants(ownerPool);
  if (broken.length > 0) violations.push(describeViolations(broken));
  return { rounds: played, invariants: checked.length, violations };
}

/** Waits until a server has all activities in its memory. Answers whether it has them at `untilMs`. */
async function knowsAll(address: string, activities: number, untilMs: number): Promise<boolean> {
  while (Date.now() < untilMs) {
    const reply = await fetch(`${address}/activity/api/v1/vote/activities`);
    const { data } = (await reply.json()) as { data: readonly unknown[] | null };
    if (data?.length === activities) return Date.now() < untilMs;
    await sleep(50);
  }
  return false;
}

async function allClosed(ownerPool: OwnerPool): Promise<void> {
  const deadline = performance.now() + closingTimeoutMs;
  while (performance.now() < deadline) {
    const { rowCount } = await ownerPool.query(`SELECT FROM ledger.period WHERE status = 'open'`);
    if (rowCount === 0) return;
    await sleep(250);
  }
  throw new Error(`Periods were still open ${closingTimeoutMs / 1000} s after the last close`);
}

/** A database at its newest schema, with nothing in it. */
type GivenDatabase = AsyncDisposable & { readonly url: string };

type Servers = {
  readonly addresses: readonly [string, string];
  readonly ownerPool: OwnerPool;
  /** The connections for locks, which several rounds hold at once. */
  readonly lockPools: readonly OwnerPool[];
};

const lockPoolCount = 5;

/**
 * Starts two servers over one database, and connects to it. All is stopped by the end of the stack.
 *
 * @param createDatabase makes the database; without it the first server brings one along.
 */
async function startServers(
  stack: AsyncDisposableStack,
  createDatabase?: () => Promise<GivenDatabase>,
): Promise<Servers> {
  const { path } = stack.use(await createScratchFolder());
  const database = createDatabase && stack.use(await createDatabase());
  const settings = {
    CONTENT_DIR: '',
    SERVER_SECRET: randomBytes(32).toString('base64'),
    // A busy machine is no reason to turn fans away here: what is asked is who was in time.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    ...(database && { DATABASE_URL: database.url }),
  };
  const start = async (): Promise<RestartingServer> => stack.use(await startRestartingServer(path, settings));
  const first = await start();
  if (!database) await first.ready();
  const second = await start();
  await Promise.all([first.ready(), second.ready()]);

  const connect = async (): Promise<OwnerConnection> =>
    stack.use(database ? connectTo(database.url) : await connectAsOwner(path));
  const { ownerPool } = await connect();
  const lockPools: OwnerPool[] = [];
  while (lockPools.length < lockPoolCount) lockPools.push((await connect()).ownerPool);
  return { addresses: [first.address, second.address], ownerPool, lockPools };
}
