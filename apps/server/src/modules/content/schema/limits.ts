import type * as z from 'zod';
import { fields, wholeNumber } from './fields.ts';

/**
 * How many rewards can be claimed, and which claims are held until somebody has looked at them. A pack that says nothing
 * has what a database without a pack has.
 */
export const limits = fields({
  /** Claims on one day of the platform. */
  perFan: wholeNumber(1, 1_000_000),
  perDevice: wholeNumber(1, 1_000_000),
  perNetwork: wholeNumber(1, 100_000_000),
  /** A fan's claims, or tasks they begin to visit, within so many seconds; one more is held. */
  hurry: fields({ most: wholeNumber(1, 1000), seconds: wholeNumber(1, 60) }),
  /** Accounts that claim the same task on one day; one more is held. */
  accounts: fields({ perDevice: wholeNumber(1, 1_000_000), perNetwork: wholeNumber(1, 100_000_000) }),
  /** When a held claim is paid although nobody has looked. */
  holdHours: wholeNumber(1, 720),
}).default({
  perFan: 100,
  perDevice: 200,
  perNetwork: 20_000,
  hurry: { most: 8, seconds: 3 },
  accounts: { perDevice: 3, perNetwork: 500 },
  holdHours: 72,
});

export type Limits = z.output<typeof limits>;
