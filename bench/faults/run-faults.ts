import { kinds, type Kind } from './kinds.ts';
import { type KindReport, playKind } from './play-kind.ts';
import type { Skipped } from './stages/stage.ts';

export type FaultPlan = {
  readonly kinds: readonly Kind[];
  /** Of each kind. */
  readonly rounds: number;
  readonly seed: string;
  readonly say: (line: string) => void;
};

export type FaultReport = ReadonlyMap<Kind, KindReport | Skipped>;

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
