import { setTimeout as sleep } from 'node:timers/promises';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { judge, type Verdict } from './judge.ts';
import { watchRecoveries } from './recoveries.ts';
import { emptySheet, type Sheet, startVotes } from './send-vote.ts';
import { openCloseStage } from './stages/close-stage.ts';
import { openCutStage } from './stages/cut-stage.ts';
import { openDiskStage } from './stages/disk-stage.ts';
import { openMachineStage } from './stages/machine-stage.ts';
import { openMidnightStage } from './stages/midnight-stage.ts';
import { openReplicaStage } from './stages/replica-stage.ts';
import type { Skipped, Figure, OpenStage } from './stages/stage.ts';
import { openWorkerStage } from './stages/worker-stage.ts';

type FaultPlan = {
  readonly kinds: readonly Kind[];
  /** Of each kind. */
  readonly rounds: number;
  readonly seed: string;
  readonly say: (line: string) => void;
};

type FaultReport = ReadonlyMap<Kind, KindReport | Skipped>;

/** Plays rounds of some kinds, one kind after the other. Each begins with an empty database. */
export async function runFaults({ kinds: wanted, rounds, seed, say }: FaultPlan): Promise<FaultReport> {
  const reports = new Map<Kind, KindReport | Skipped>();
  for (const kind of wanted) {
    say(`${kind}:`);
    const report = await playKind({ open: kinds[kind], rounds, seed: `${seed}/${kind}`, say });
    if ('skipped' in report) say(`  SKIPPED, because ${report.skipped}.`);
    reports.set(kind, report);
  }
  return reports;
}

/** Every kind of round, by the name under which it is asked for, with the stage on which it is played. */
const kinds = {
  kill: openMachineStage,
  cut: openCutStage,
  disk: openDiskStage,
  replicas: openReplicaStage,
  workers: openWorkerStage,
  midnight: openMidnightStage,
  close: openCloseStage,
} as const satisfies Record<string, OpenStage>;

export type Kind = keyof typeof kinds;

export const kindNames = Object.keys(kinds) as Kind[];

/** What happens in the rounds of each kind, for people. */
export const descriptions: Readonly<Record<Kind, string>> = {
  kill: 'kills the database, the server, and both at once',
  cut: 'breaks the lines to the database and to the fans after any number of bytes',
  disk: 'fills the disk of the database, and empties it again',
  replicas: 'kills two servers over one database in turn',
  workers: 'kills the two workers of one server in turn',
  midnight: 'puts the clocks of two servers forth and back around the midnight of daily caps',
  close: 'puts the clocks of two servers forth and back around closes',
};

type KindPlan = {
  readonly open: OpenStage;
  readonly rounds: number;
  readonly seed: string;
  readonly say: (line: string) => void;
};

/** How often a fault was dealt, and how long it took at most until votes were answered again. */
type FaultFigures = { readonly dealt: number; readonly slowestRecoveryMs: number };

export type KindReport = Verdict & {
  readonly faults: ReadonlyMap<string, FaultFigures>;
  readonly longestSilenceMs: number;
  readonly sheet: Sheet;
  /** What this kind alone counts. */
  readonly figures: readonly Figure[];
};

const clients = 64;
const votingMs = { least: 600, most: 2000 };

/**
 * Injects the faults of one kind in turn under a stream of votes on a new database, then compares the answers with the
 * ledger. Skips kinds that this machine does not support.
 */
async function playKind({ open, rounds, seed, say }: KindPlan): Promise<KindReport | Skipped> {
  await using stack = new AsyncDisposableStack();
  const stage = await open(stack);
  if ('skipped' in stage) return stage;

  const world = await (async () => {
    await using connection = await stage.connectAsOwner();
    return await stage.givenWorld(connection.ownerPool);
  })();
  const sheet = emptySheet();
  const recoveries = watchRecoveries();
  const { addresses } = stage;
  const votes = startVotes({ world, clients, seed }, { addresses, sheet, recoveries });

  const random = randomFromSeed(seed, 'faults');
  const faults = new Map<string, FaultFigures>(
    stage.faults.map((fault) => [fault, { dealt: 0, slowestRecoveryMs: 0 }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const fault = stage.faults[round % stage.faults.length] ?? stage.faults[0];
    await sleep(random.between(votingMs.least, votingMs.most));
    const { atMs, address } = await stage.strike(fault, { random, sheet });
    const recoveryMs = await recoveries.after(atMs, address);
    const { dealt, slowestRecoveryMs } = faults.get(fault) ?? { dealt: 0, slowestRecoveryMs: 0 };
    faults.set(fault, { dealt: dealt + 1, slowestRecoveryMs: Math.max(slowestRecoveryMs, recoveryMs) });
    say(
      `  Round ${round + 1}: ${fault}, voting again after ${(recoveryMs / 1000).toFixed(1)} s, ${sheet.told.length} votes told.`,
    );
  }
  await sleep(votingMs.least);
  await votes.stop();

  await stage.ready();
  const verdict = await judge(stage, world, sheet, seed);
  const violations = [...verdict.violations, ...(await stage.stop())];
  const longestSilenceMs = recoveries.longestSilenceMs();
  return { faults, longestSilenceMs, sheet, figures: stage.figures(), ...verdict, violations };
}
