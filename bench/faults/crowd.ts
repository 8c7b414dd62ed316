import type { Recoveries } from './recoveries.ts';
import type { Troubles } from './send-until-known.ts';
import type { Figure, Stage } from './stages/stage.ts';

/** What became of all calls, once none is on its way any more. */
export type Judged = {
  /** How many rows the database has, and how many answered calls it lacks or has more than once. */
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
  /** Everything that must not be, in words. */
  readonly violations: readonly string[];
  /** Lines of the table: the answers of fans, and the rows found afterwards. */
  readonly told: readonly Figure[];
  readonly found: readonly Figure[];
};

/** Fans who call without end while faults are dealt. */
export type Crowd = {
  /** Counts the calls that have their answer. */
  told(): number;
  /** Resolves once every call that was begun has its answer. */
  stop(): Promise<void>;
  judge(): Promise<Judged>;
};

/** Puts fans and what they are after in place on a stage, and lets them begin. */
export type OpenCrowd = (
  stage: Stage,
  plan: { readonly seed: string; readonly recoveries: Recoveries; readonly troubles: Troubles },
) => Promise<Crowd>;

/**
 * Joins several crowds on one stage, which suffer the same faults. Each judges its own fans, and each must have written
 * something. They begin one after the other, the slowest first.
 */
export function joinCrowds(openings: Readonly<Record<string, OpenCrowd>>): OpenCrowd {
  return async (stage, plan) => {
    const crowds: (readonly [name: string, crowd: Crowd])[] = [];
    for (const [name, open] of Object.entries(openings)) crowds.push([name, await open(stage, plan)]);
    return {
      told: () => crowds.reduce((sum, [, crowd]) => sum + crowd.told(), 0),
      async stop() {
        await Promise.all(crowds.map(([, crowd]) => crowd.stop()));
      },
      async judge() {
        const judged: (readonly [name: string, judged: Judged])[] = [];
        for (const [name, crowd] of crowds) judged.push([name, await crowd.judge()]);
        const sum = (figure: 'written' | 'lost' | 'doubled') =>
          judged.reduce((total, [, one]) => total + one[figure], 0);
        const idle = judged.filter(([, { written }]) => written === 0);
        return {
          written: sum('written'),
          lost: sum('lost'),
          doubled: sum('doubled'),
          told: judged.flatMap(([, { told }]) => told),
          found: judged.flatMap(([, { found }]) => found),
          violations: [
            ...idle.map(([name]) => `nothing was written for the ${name}`),
            ...judged.flatMap(([, { violations }]) => violations),
          ],
        };
      },
    };
  };
}

/** How many calls are on their way at once. */
export const clients = 64;

const shown = 10;

/** Shortens differences of one kind to as many as show the fault. */
export function shorten(some: readonly string[]): readonly string[] {
  return some.length > shown ? [...some.slice(0, shown), `… and ${some.length - shown} more`] : some;
}
