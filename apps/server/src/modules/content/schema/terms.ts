import type * as z from 'zod';
import { fields, wholeNumber } from './fields.ts';

/**
 * Limits of gifts on one day of the platform. Earlier gifts of the day count under today's limits. The default equals an
 * empty database.
 */
export const gifts = fields({
  /** Tickets of one activity that one fan may send; 0 for none. */
  mostSent: wholeNumber(0, 1_000_000),
  /** Tickets of one activity that one fan may receive. */
  mostReceived: wholeNumber(0, 1_000_000),
  /** How often one fan may name a receiver by email; 0 allows fan codes only. */
  mostByEmail: wholeNumber(0, 1000),
}).default({ mostSent: 50, mostReceived: 200, mostByEmail: 10 });

export type Gifts = z.output<typeof gifts>;

/** How long Points last. The default equals an empty database: for ever. */
export const points = fields({
  /** Points expire at the end of the month that is this many months after the month of the credit. A change affects later credits. */
  lastMonths: wholeNumber(1, 120).optional(),
}).default({});

export type PointTerms = z.output<typeof points>;

/**
 * The reward for a friend who signs up by a fan's code and votes. Later changes do not affect friends who have signed up.
 */
export const invites = fields({
  /** Points for each friend. */
  reward: wholeNumber(1, 1_000_000_000),
  /** The number of rewarded friends per fan; 0 for none. */
  mostRewarded: wholeNumber(0, 1000),
});

export type Invites = z.output<typeof invites>;

/** Limits of claims, and what holds a claim for review. The default equals an empty database. */
export const limits = fields({
  /** Claims on one day of the platform. */
  perFan: wholeNumber(1, 1_000_000),
  perDevice: wholeNumber(1, 1_000_000),
  perNetwork: wholeNumber(1, 100_000_000),
  /** Claims or begun visits of a fan within a number of seconds; the next one is held. */
  hurry: fields({ most: wholeNumber(1, 1000), seconds: wholeNumber(1, 60) }),
  /** Accounts that claim one task on one day; the next one is held. */
  accounts: fields({ perDevice: wholeNumber(1, 1_000_000), perNetwork: wholeNumber(1, 100_000_000) }),
  /** The hours after which an undecided claim is paid. */
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
