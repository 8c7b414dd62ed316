import type { Machine } from './machine.ts';

/** How a scenario is to be run. */
export type Plan = {
  /** How long each thing is measured, over all its slices. */
  readonly seconds: number;
  /** Less of everything, to see that it works: the measurements are no result then. */
  readonly isQuick: boolean;
  readonly at: Date;
  readonly machine: Machine;
  /** Aborted on a stop request; checked between two slices. */
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
};

export type Outcome = {
  /** The result in Markdown. */
  readonly text: string;
  /** The codes of calls that were refused and should not have been: a figure that contains refusals is none. */
  readonly refusals: readonly number[];
};

/** Something that `npm run bench` measures. */
export type Scenario = {
  readonly run: (plan: Plan) => Promise<Outcome>;
};

/** Returns the day of a result. */
export function dayOf({ at }: Pick<Plan, 'at'>): string {
  return at.toISOString().slice(0, 10);
}
