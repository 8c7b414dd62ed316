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

/** What a fan gets for a friend who signed up by their code and voted. Whoever has signed up keeps what was promised then. */
export const invites = fields({
  /** Points for each friend. */
  reward: wholeNumber(1, 1_000_000_000),
  /** For how many friends of one fan there is a reward; 0 for none. */
  mostRewarded: wholeNumber(0, 1000),
});

export type Invites = z.output<typeof invites>;

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
