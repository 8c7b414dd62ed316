import type { Recoveries } from './recoveries.ts';
import type { Troubles } from './send-until-known.ts';
import type { Figure, Stage } from './stages/stage.ts';

/** What became of all calls, once none is on its way any more. */
export type Judged = {
  /** What was found in the database, and how much of what was answered it has not, or has more than once. */
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
  /** Everything that must not be, in words. */
  readonly violations: readonly string[];
  /** For the table: what fans were told, and what was found afterwards. */
  readonly told: readonly Figure[];
  readonly found: readonly Figure[];
};

/** Fans who call without end while faults are dealt. */
export type Crowd = {
  readonly troubles: Troubles;
  /** How many calls have their answer. */
  told(): number;
  /** Resolves once every call that was begun has its answer. */
  stop(): Promise<void>;
  judge(): Promise<Judged>;
};

/** Puts fans and what they are after in place on a stage, and lets them begin. */
export type OpenCrowd = (
  stage: Stage,
  plan: { readonly seed: string; readonly recoveries: Recoveries },
) => Promise<Crowd>;

/** How many calls are on their way at once. */
export const clients = 64;

const shown = 10;

/** Differences of one kind, as many as tell what is wrong. */
export function shortened(some: readonly string[]): readonly string[] {
  return some.length > shown ? [...some.slice(0, shown), `… and ${some.length - shown} more`] : some;
}
