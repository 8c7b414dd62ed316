import type * as z from 'zod';
import { fields, wholeNumber } from './fields.ts';

/**
 * How much fans may give each other on one day of the platform. Whatever was given before counts, under today's limits. A
 * pack that says nothing has what a database without a pack has.
 */
export const gifts = fields({
  /** Tickets of one activity that one fan may send; 0 for none. */
  mostSent: wholeNumber(0, 1_000_000),
  /** Tickets of one activity that one fan may receive. */
  mostReceived: wholeNumber(0, 1_000_000),
  /** How often one fan may name somebody by email; 0 where fan codes alone are to be used. */
  mostByEmail: wholeNumber(0, 1000),
}).default({ mostSent: 50, mostReceived: 200, mostByEmail: 10 });

export type Gifts = z.output<typeof gifts>;
