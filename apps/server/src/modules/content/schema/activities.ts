import * as z from 'zod';
import {
  activityId,
  fields,
  packTime,
  timeZone,
  artSeed,
  assetName,
  listOf,
  oneOf,
  text,
  wholeNumber,
  wordId,
} from './fields.ts';

const ranksExpectation = 'the first and the last rank, such as [4, 7]';
const ranks = z
  .tuple([wholeNumber(1, 9999), wholeNumber(1, 9999)], { error: ranksExpectation })
  .refine(([from, to]) => from <= to, { error: ranksExpectation });

const votesPerTicket = wholeNumber(1, 1_000_000);

const round = fields({
  opensAt: packTime,
  closesAt: packTime,
  /** The number of idols that advance; required in every round but the last. */
  goOn: wholeNumber(1, 9999).optional(),
  /** Whether advancing idols keep their votes. */
  carries: z.boolean({ error: 'true or false' }).optional(),
});

const quarantine = fields({
  callsPerMinute: wholeNumber(1, 10_000).optional(),
  fansPerDevice: wholeNumber(1, 10_000).optional(),
  fansPerAddress: wholeNumber(1, 1_000_000).optional(),
  decideWithinHours: wholeNumber(1, 720),
  ifUndecided: oneOf(['released', 'voided']),
}).refine(({ callsPerMinute, fansPerDevice, fansPerAddress }) => callsPerMinute ?? fansPerDevice ?? fansPerAddress, {
  error: 'at least one of callsPerMinute, fansPerDevice, fansPerAddress',
});

/** Optional rules. An omitted rule limits nothing, and the published document states the default given here. */
const limits = {
  minAccountAgeHours: wholeNumber(0, 8760).default(0),
  paidShareMaxPercent: wholeNumber(1, 99)
    .optional()
    .transform((percent) => percent ?? null),
  /** Widest stretch first. */
  endingLimits: listOf(
    fields({ withinMinutes: wholeNumber(1, 10_080), votes: wholeNumber(1, 1_000_000_000) }),
    10,
  ).default([]),
  displayFreezeMinutes: wholeNumber(0, 10_080).default(0),
  tieRule: oneOf(['reachedFirst', 'sharedPlace']).default('reachedFirst'),
};

export const limitNames = Object.keys(limits) as (keyof typeof limits)[];

export const activity = fields({
  id: activityId,
  title: text(60),
  subtitle: text(120),
  /** The teams whose idols are candidates. */
  teams: listOf(wordId, 100),
  ticketAsset: assetName,
  voteAsset: assetName,
  opensAt: packTime,
  closesAt: packTime,
  timeZone,
  /** Defaults to one round as long as the activity. */
  rounds: listOf(round, 20).optional(),
  freeVotesPerDay: wholeNumber(0, 1000),
  /** Without it the number of votes a day is unlimited. */
  dailyCap: wholeNumber(1, 1_000_000_000).optional(),
  /** The value of every ticket, if there are no steps. */
  votesPerTicket: votesPerTicket.optional(),
  /** The value of a ticket by the number the fan has converted that day. */
  priceSteps: listOf(fields({ fromTicket: wholeNumber(1, 1_000_000_000), votesPerTicket }), 20).optional(),
  ...limits,
  quarantine: quarantine.optional(),
  coverSeed: artSeed,
  prizes: listOf(fields({ ranks, title: text(120) }), 50),
  /** Further promises, in words. */
  rules: listOf(text(400), 50),
});

export type Activity = z.output<typeof activity>;

/** The Best 7 poll of an activity, with its candidates. */
export const best7Poll = fields({
  activity: activityId,
  opensAt: packTime,
  closesAt: packTime,
  /** Each fan has one ballot on each day of this zone. */
  timeZone,
});

export type Best7Poll = z.output<typeof best7Poll>;
