import { setTimeout as sleep } from 'node:timers/promises';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { openBoxCrowd } from './box-crowd.ts';
import type { Kind } from './kinds.ts';
import { type Judged, type OpenCrowd, joinCrowds } from './crowd.ts';
import { openPacketCrowd } from './packet-crowd.ts';
import { watchRecoveries } from './recoveries.ts';
import { noTroubles, type Troubles } from './send-until-known.ts';
import { openCloseStage } from './stages/close-stage.ts';
import { openCutStage } from './stages/cut-stage.ts';
import { openDiskStage } from './stages/disk-stage.ts';
import { openMachineStage } from './stages/machine-stage.ts';
import { openMidnightStage } from './stages/midnight-stage.ts';
import { openReplicaStage } from './stages/replica-stage.ts';
import type { Skipped, Figure, OpenStage } from './stages/stage.ts';
import { openWorkerStage } from './stages/worker-stage.ts';
import { openVoteCrowd } from './vote-crowd.ts';

type FaultPlan = {
  readonly kinds: readonly Kind[];
  /** The rounds of each kind. */
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
    const report = await playKind({ ...kinds[kind], rounds, seed: `${seed}/${kind}`, say });
    if ('skipped' in report) say(`  SKIPPED, because ${report.skipped}.`);
    reports.set(kind, report);
  }
  return reports;
}

type KindOfRound = { readonly openStage: OpenStage; readonly openCrowd: OpenCrowd };

/** The stage of each kind, and who plays on it. */
const kinds = {
  kill: { openStage: openMachineStage, openCrowd: openVoteCrowd },
  cut: { openStage: openCutStage, openCrowd: openVoteCrowd },
  disk: { openStage: openDiskStage, openCrowd: openVoteCrowd },
  replicas: { openStage: openReplicaStage, openCrowd: openVoteCrowd },
  workers: { openStage: openWorkerStage, openCrowd: openVoteCrowd },
  midnight: { openStage: openMidnightStage, openCrowd: openVoteCrowd },
  close: { openStage: openCloseStage, openCrowd: openVoteCrowd },
  packet: { openStage: openMachineStage, openCrowd: openPacketCrowd },
  box: { openStage: openMachineStage, openCrowd: openBoxCrowd },
  crowds: {
    openStage: openMachineStage,
    openCrowd: joinCrowds({ openings: openBoxCrowd, grabs: openPacketCrowd, votes: openVoteCrowd }),
  },
} as const satisfies Record<Kind, KindOfRound>;

type KindPlan = KindOfRound & {
  readonly rounds: number;
  readonly seed: string;
  readonly say: (line: string) => void;
};

/** How often a fault was dealt, and how long it took at most until calls were answered again. */
type FaultFigures = { readonly dealt: number; readonly slowestRecoveryMs: number };

export type KindReport = Judged & {
  readonly faults: ReadonlyMap<string, FaultFigures>;
  readonly longestSilenceMs: number;
  readonly troubles: Troubles;
  /** What this kind alone counts. */
  readonly figures: readonly Figure[];
};

const undisturbedMs = { least: 600, most: 2000 };

/**
 * Injects the faults of one kind in turn under a stream of calls on a new database, then compares the answers with the
 * rows. Skips kinds that this machine does not support.
 */
async function playKind({ openStage, openCrowd, rounds, seed, say }: KindPlan): Promise<KindReport | Skipped> {
  await using stack = new AsyncDisposableStack();
  const stage = await openStage(stack);
  if ('skipped' in stage) return stage;

  const recoveries = watchRecoveries();
  const troubles = noTroubles();
  const crowd = await openCrowd(stage, { seed, recoveries, troubles });

  const random = randomFromSeed(seed, 'faults');
  const faults = new Map<string, FaultFigures>(
    stage.faults.map((fault) => [fault, { dealt: 0, slowestRecoveryMs: 0 }]),
  );
  for (let round = 0; round < rounds; round += 1) {
    const fault = stage.faults[round % stage.faults.length] ?? stage.faults[0];
    await sleep(random.between(undisturbedMs.least, undisturbedMs.most));
    const { atMs, address } = await stage.strike(fault, { random, troubles });
    const recoveryMs = await recoveries.after(atMs, () => stage.ready(), address);
    const { dealt, slowestRecoveryMs } = faults.get(fault) ?? { dealt: 0, slowestRecoveryMs: 0 };
    faults.set(fault, { dealt: dealt + 1, slowestRecoveryMs: Math.max(slowestRecoveryMs, recoveryMs) });
    say(
      `  Round ${round + 1}: ${fault}, answering again after ${(recoveryMs / 1000).toFixed(1)} s, ` +
        `${crowd.told()} calls told.`,
    );
  }
  await sleep(undisturbedMs.least);
  await crowd.stop();

  await stage.ready();
  const judged = await crowd.judge();
  const violations = [...troubles.wrong, ...judged.violations, ...(await stage.stop())];
  const longestSilenceMs = recoveries.longestSilenceMs();
  return { faults, longestSilenceMs, troubles, figures: stage.figures(), ...judged, violations };
}
