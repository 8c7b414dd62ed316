import * as z from 'zod';
import { fields, packTime, text, wholeNumber, wordId } from './fields.ts';

/** What pools may give in all, in Points. */
export const stakingBudget = fields({ id: wordId, amount: wholeNumber(0, 1_000_000_000_000) });

/** A pool of `points` for each period that begins from `from` on and before `until`. */
export const stakingPool = fields({
  id: wordId,
  budget: wordId,
  points: wholeNumber(1, 1_000_000_000),
  from: packTime,
  until: packTime.optional(),
});

const periods = [1, 4, 12] as const;
const periodsExpectation = `one of ${periods.join(', ')}`;
const points = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** The terms under which stakes are made. */
export const stakingPlan = fields({
  id: wordId,
  title: text(60),
  description: text(300),
  /** For how many periods, which are weeks. */
  periods: z.literal(periods, { error: periodsExpectation }),
  /** 100 counts each Point once. */
  factorPercent: wholeNumber(1, 1000),
  least: points,
  most: points,
  mostHeld: points,
  opensAt: packTime,
  closesAt: packTime.optional(),
  paused: z.boolean({ error: 'true or false' }).default(false),
});

export type StakingBudget = z.output<typeof stakingBudget>;
export type StakingPool = z.output<typeof stakingPool>;
export type StakingPlan = z.output<typeof stakingPlan>;
