import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkInvariants, describeViolations } from '../../apps/server/src/modules/points/check-invariants.ts';
import { randomFromSeed } from '../../apps/server/src/random-from-seed.ts';
import { createScratchFolder } from '../../apps/server/test/world/scratch-folder.ts';
import { type Election, elections, givenElection } from '../world/given-election.ts';
import { givenFans } from '../world/given-fans.ts';
import { connectAsOwner } from '../world/owner-connection.ts';
import { type RestartingServer, startRestartingServer } from '../world/restarting-server.ts';
import { compareWithLedger, type Comparison } from './compare-with-ledger.ts';
import { killPostgres } from './kill-postgres.ts';
import { sendVote } from './send-vote.ts';
import { emptySheet, type Sheet } from './sheet.ts';
import { startVotes } from './stream-of-votes.ts';

export type FaultPlan = { readonly rounds: number; readonly seed: string; readonly say: (line: string) => void };

/** What is killed in turn; both at once is what a power cut does. */
const victims = ['database', 'server', 'both'] as const;
type Victim = (typeof victims)[number];

export type FaultReport = {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly slowestRecoveryMs: Readonly<Record<Victim, number>>;
  readonly sheet: Sheet;
  readonly comparison: Comparison;
  readonly invariants: number;
  /** Answered votes that were sent once more at the end and were told the same. */
  readonly toldAgain: number;
  /** Everything that must not be, in words; empty when the test is passed. */
  readonly violations: readonly string[];
};

const clients = 64;
/** Most fans have more votes than they will cast; the poor run out, so that refusals are among the answers. */
const rich = { fans: 900, votes: 10_000 };
const poor = { fans: 100, votes: 5 };
const votingMs = { least: 600, most: 2000 };
const recoveryTimeoutMs = 60_000;
const askedAgain = 200;

/** Kills the database and the server in turn under a stream of votes, then holds what fans were told against the ledger. */
export async function runFaults({ rounds, seed, say }: FaultPlan): Promise<FaultReport> {
  await using stack = new AsyncDisposableStack();
  const scratch = stack.use(await createScratchFolder());
  const server = stack.use(await startRestartingServer(scratch.path));
  await server.ready();

  const { election, fans, grants } = await givenWorld(scratch.path);
  const sheet = emptySheet();
  const answeredAfter = watchAnswers();
  const votes = startVotes(
    { election, fans, clients, seed },
    { address: server.address, sheet, onAnswered: (sentMs) => answeredAfter.note(sentMs) },
  );

  const random = randomFromSeed(seed, 'kills');
  const kills: Record<Victim, number> = { database: 0, server: 0, both: 0 };
  const slowestRecoveryMs: Record<Victim, number> = { database: 0, server: 0, both: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const victim = victims[round % victims.length] ?? 'both';
    await sleep(random.between(votingMs.least, votingMs.most));
    if (victim !== 'server') await killPostgres(scratch.path);
    if (victim !== 'database') server.kill();
    const killedMs = performance.now();
    const recoveryMs = (await answeredAfter.moment(killedMs, recoveryTimeoutMs)) - killedMs;
    kills[victim] += 1;
    slowestRecoveryMs[victim] = Math.max(slowestRecoveryMs[victim], recoveryMs);
    say(
      `Round ${round + 1}: killed ${victim}, voting again after ${(recoveryMs / 1000).toFixed(1)} s, ${sheet.told.length} votes told.`,
    );
  }
  await sleep(votingMs.least);
  await votes.stop();

  await server.ready();
  const verdict = await judge(scratch.path, server, { election, grants, sheet, seed });
  const exitCode = await server.stop();
  const violations = [
    ...verdict.comparison.differences,
    ...sheet.wrong,
    ...verdict.toldOtherwise,
    ...verdict.broken,
    ...(exitCode === 0 ? [] : [`the server ended with ${exitCode} when it was asked to stop:\n${server.lastLines()}`]),
  ];
  return { kills, slowestRecoveryMs, sheet, ...verdict, violations };
}

type Judged = {
  readonly election: Election;
  readonly grants: ReadonlyMap<number, number>;
  readonly sheet: Sheet;
  readonly seed: string;
};

/** Holds what fans were told against what is written, once nothing is on its way any more. */
async function judge(dataDir: string, server: RestartingServer, { election, grants, sheet, seed }: Judged) {
  await using connection = await connectAsOwner(dataDir);
  const { ownerPool } = connection;
  const { checked, violations } = await checkInvariants(ownerPool);
  const comparison = await compareWithLedger(ownerPool, election, sheet, grants);
  const again = await askAgain(server, sheet, seed);
  return {
    comparison,
    invariants: checked.length,
    broken: violations.length > 0 ? [describeViolations(violations)] : [],
    toldAgain: again.equal,
    toldOtherwise: again.differences,
  };
}

async function givenWorld(dataDir: string) {
  await using connection = await connectAsOwner(dataDir);
  const { ownerPool } = connection;
  const election = await givenElection(ownerPool, 'outage');
  const { voteAsset } = elections.outage;
  const groups = await Promise.all([rich, poor].map((group) => givenFans(ownerPool, { ...group, voteAsset })));
  const grants = new Map(
    [rich, poor].flatMap(({ votes }, index) => (groups[index] ?? []).map(({ id }) => [id, votes] as const)),
  );
  return { election, fans: groups.flat(), grants };
}

/** Waits for the first answer to a vote that was sent after a given instant. */
function watchAnswers() {
  let waiting: { afterMs: number; resolve: (answeredMs: number) => void } | undefined;
  return {
    note(sentMs: number): void {
      if (waiting && sentMs > waiting.afterMs) waiting.resolve(performance.now());
    },
    async moment(afterMs: number, timeoutMs: number): Promise<number> {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const timer = setTimeout(
        () => reject(new Error(`No vote was answered for ${timeoutMs / 1000} s after a kill`)),
        timeoutMs,
      );
      waiting = { afterMs, resolve };
      return promise.finally(() => {
        waiting = undefined;
        clearTimeout(timer);
      });
    },
  };
}

/** Sends some answered votes once more: each must be told what it was told at first. */
async function askAgain(server: RestartingServer, sheet: Sheet, seed: string) {
  const random = randomFromSeed(seed, 'asked again');
  const answered = sheet.told.filter((one) => one.answer !== undefined);
  const differences: string[] = [];
  const votes = Math.min(askedAgain, answered.length);
  for (let turn = 0; turn < votes; turn += 1) {
    const one = answered[Math.floor(random.next() * answered.length)];
    if (!one) break;
    const outcome = await sendVote(server.address, one.vote);
    const isSame = outcome.kind === 'answered' && isDeepStrictEqual(outcome.answer, one.answer);
    if (!isSame)
      differences.push(
        `vote ${one.vote.key} was told something else when it was sent again: ${JSON.stringify(outcome)}`,
      );
  }
  return { equal: votes - differences.length, differences };
}
