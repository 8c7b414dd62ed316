import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../../apps/server/src/lib/random-from-seed.ts';
import { atOnce, givenActivity, givenIdols, idolIds } from '../../world/given-activity.ts';
import type { OwnerPool } from '../../world/owner-connection.ts';
import { type Contest, givenOutage, type World } from '../given-world.ts';
import type { AnsweredVote } from '../send-vote.ts';
import { type ClockedServer, startClockedServers } from './clocked-server.ts';
import { startOwnDatabase, type OpenStage, usualRefusals, stopAll, untilKnown } from './stage.ts';

const firstActivity = 3001;
const freeVotes = 1_000;
/** Servers see a new activity some seconds later. */
const leadMs = 9_000;
const leastLeftMs = 2_000;
const closeShare = 0.7;
/**
 * How far a clock is moved forward or back: at least beyond the grace after a close, so that it would be closed for
 * all.
 */
const jumpMs = { least: 20_000, most: 5 * 60_000 };
/** When clocks are moved forward, seen from the close; and how long clocks that are moved back stay so. */
const aheadMs = 1_500;
const backForMs = 1_000;
const closingTimeoutMs = 60_000;
const pollMs = 100;

const faults = [
  'clock of one server put past a close',
  'clock of one server put back at a close',
  'clocks of both put back at a close',
] as const;

type Close = { readonly contest: Contest; readonly closesMs: number };

/**
 * Opens two servers, whose clocks are moved forward and back by minutes around closes. Every round has a separate
 * close.
 */
export const openCloseStage: OpenStage = async (stack) => {
  const database = await startOwnDatabase(stack);
  const servers = await startClockedServers(stack, database);
  const [first] = servers;
  const ownerPool = stack.use(await database.connectAsOwner()).ownerPool;
  const closes = new Map<string, Close>();
  const contests: Contest[] = [];
  let current: Contest | undefined;

  async function givenWorld(): Promise<World> {
    await atOnce(ownerPool, givenIdols);
    const outage = await givenOutage(ownerPool);
    const [always] = outage.contests;
    if (!always) throw new Error('There is no election');
    contests.push(always);
    return {
      fans: outage.fans,
      contests,
      chooseContest: (random) => (current && random.chance(closeShare) ? current : always),
    };
  }

  /** Makes an activity that closes soon, and waits until both servers know it. */
  async function givenClose(): Promise<Close> {
    const number = firstActivity + closes.size;
    const election = { activityId: String(number), voteAsset: `CLOSE_VOTE_${number}`, idolIds };
    const closesMs = Date.now() + leadMs;
    const rules = { number, voteAsset: election.voteAsset, closesAt: new Date(closesMs), timeZone: 'UTC' };
    await atOnce(ownerPool, (client) => givenActivity(client, { ...rules, dailyCap: null, freeVotes }));
    const close = { contest: { election, grants: new Map<number, number>() }, closesMs };
    closes.set(election.activityId, close);
    contests.push(close.contest);
    await Promise.all(servers.map(({ address }) => untilKnown(address, election.activityId, closesMs - leastLeftMs)));
    return close;
  }

  return {
    addresses: [servers[0].address, servers[1].address],
    faults,
    refusals: [...usualRefusals, 'VOTING_ENDED'],
    async strike(fault, { random }) {
      const { contest, closesMs } = await givenClose();
      current = contest;
      const jump = { closesMs, jumpMs: drawJump(random), some: fault.includes('both') ? servers : [first] };
      if (fault.includes('past')) await putForth(jump);
      else await putBack(jump, random.between(0, aheadMs / 3));
      current = undefined;
      return { atMs: performance.now() };
    },
    givenWorld,
    connectAsOwner: () => database.connectAsOwner(),
    async ready() {
      await Promise.all(servers.map((server) => server.ready()));
    },
    async judge(pool, { told }) {
      const around = told.filter(({ vote }) => closes.has(vote.activityId));
      const wrongs = around.flatMap((one) => {
        const close = closes.get(one.vote.activityId);
        const server = servers.find(({ address }) => address === one.address);
        return close && server ? judgeByClock(one, close.closesMs, server) : [];
      });
      return [...wrongs, ...(await judgeClosing(pool))];
    },
    figures: () => [['Closes', closes.size]],
    stop: () => stopAll(servers),
  };
};

function drawJump(random: SeededRandom): number {
  return Math.round(random.between(jumpMs.least, jumpMs.most));
}

type Jump = { readonly closesMs: number; readonly jumpMs: number; readonly some: readonly ClockedServer[] };

/** Puts clocks far beyond a close shortly before it, and back to the right time while it is still to come. */
async function putForth({ closesMs, jumpMs: byMs, some }: Jump): Promise<void> {
  await sleep(Math.max(0, closesMs - aheadMs - Date.now()));
  await Promise.all(some.map((server) => server.moveClock(byMs)));
  await sleep(Math.max(0, closesMs - aheadMs / 3 - Date.now()));
  await Promise.all(some.map((server) => server.moveClock(0)));
  await sleep(Math.max(0, closesMs + backForMs - Date.now()));
}

/** Puts clocks back shortly before a close, and to the right time again when it is over. */
async function putBack({ closesMs, jumpMs: byMs, some }: Jump, beforeMs: number): Promise<void> {
  await sleep(Math.max(0, closesMs - beforeMs - Date.now()));
  await Promise.all(some.map((server) => server.moveClock(-byMs)));
  await sleep(Math.max(0, closesMs + backForMs - Date.now()));
  await Promise.all(some.map((server) => server.moveClock(0)));
}

/** Judges whether a vote counts by the clock of the server that took it, at any setting of that clock. */
function judgeByClock(
  { vote, answer, refusal, isReplay, sentMs, answeredMs }: AnsweredVote,
  closesMs: number,
  by: ClockedServer,
) {
  const times = by.timesOf(sentMs, answeredMs);
  if (!times) return [];
  if (answer && !isReplay && times.earliestMs >= closesMs) {
    return [
      `vote ${vote.key} counts, and was sent ${times.earliestMs - closesMs} ms after the close by its server's clock`,
    ];
  }
  if (refusal === 'VOTING_ENDED' && times.latestMs < closesMs) {
    return [`vote ${vote.key} was refused ${closesMs - times.latestMs} ms before the close by its server's clock`];
  }
  return [];
}

/** Waits until the servers have closed every period whose time is over. */
async function judgeClosing(ownerPool: OwnerPool): Promise<string[]> {
  const deadline = performance.now() + closingTimeoutMs;
  while (performance.now() < deadline) {
    const { rowCount } = await ownerPool.query(
      `SELECT FROM ledger.period WHERE status = 'open' AND id >= $1 AND closes_at < now()`,
      [firstActivity],
    );
    if (rowCount === 0) return [];
    await sleep(pollMs);
  }
  return [`periods were still open ${closingTimeoutMs / 1000} s after the last close`];
}
