import { setTimeout as sleep } from 'node:timers/promises';
import { randomFromSeed } from '../../apps/server/src/lib/random-from-seed.ts';
import { judge, type Verdict } from './judge.ts';
import { watchRecoveries } from './recoveries.ts';
import { emptySheet, type Sheet } from './sheet.ts';
import type { Figure, OpenStage, Skipped } from './stages/stage.ts';
import { startVotes } from './stream-of-votes.ts';

export type KindPlan = {
  readonly open: OpenStage;
  readonly rounds: number;
  readonly seed: string;
  readonly say: (line: string) => void;
};

/** How often a fault was dealt, and how long it took at most until votes were answered again. */
export type FaultFigures = { readonly dealt: number; readonly slowestRecoveryMs: number };

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
 * Deals the faults of one kind in turn under a stream of votes, from an empty database on, then holds what fans were told
 * against the ledger. Does nothing where the kind cannot be played on this machine.
 */
export async function playKind({ open, rounds, seed, say }: KindPlan): Promise<KindReport | Skipped> {
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
