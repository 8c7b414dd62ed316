import * as z from 'zod';
import {
  activityId,
  artSeed,
  fields,
  listOf,
  minutes,
  oneOf,
  packTime,
  region,
  text,
  timeZone,
  wholeNumber,
  wordId,
} from './fields.ts';

/** Packets and campaigns have their plan's id with an ending; an activity's id has digits only. */
const planIdExpectation =
  'at most 40 lower-case letters, digits and hyphens, the first a letter, such as lunch-packet, ' +
  'without the ending of a time or version, such as -20261121-1230 or -v2';
const planId = z
  .string({ error: planIdExpectation })
  .regex(/^[a-z][a-z0-9-]{0,39}$/, { error: planIdExpectation, abort: true })
  .refine((id) => !/-(?:\d{8}-\d{4}|v\d+)$/.test(id), { error: planIdExpectation });

const assetExpectation = 'an asset such as POINT or MEET_VOTE_2';
const asset = z.string({ error: assetExpectation }).regex(/^[A-Z][A-Z0-9_]{1,31}$/, { error: assetExpectation });

const amountsExpectation = 'a map from assets to amounts, such as { POINT: 50000 }';

/** What luck may give away in all. */
export const luckBudget = fields({
  id: wordId,
  amounts: z
    .record(asset, wholeNumber(0, 1_000_000_000_000), { error: amountsExpectation })
    .refine((amounts) => Object.keys(amounts).length > 0, { error: amountsExpectation }),
});

const dayMinutes = 24 * 60;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const localTimeExpectation = "a time of day in quotes, such as '20:30'";
const localTime = z
  .string({ error: localTimeExpectation })
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: localTimeExpectation });

const schedules = {
  once: fields({ opensAt: packTime, closesAt: packTime }).transform((times) => ({ kind: 'once' as const, ...times })),
  afterStart: fields({
    afterStart: minutes(7 * dayMinutes, 'a duration from PT1M to P7D, such as PT3M'),
    lasts: minutes(366 * dayMinutes, 'a duration from PT1M to P366D, such as PT1H'),
  }).transform((times) => ({ kind: 'afterStart' as const, ...times })),
  daily: fields({
    daily: listOf(localTime, 24),
    timeZone,
    lasts: minutes(dayMinutes, 'a duration from PT1M to PT24H, such as PT2H'),
    /** Nothing closes after it. */
    until: packTime.optional(),
  }).transform((times) => ({ kind: 'daily' as const, ...times })),
  weekly: fields({
    weekly: fields({ day: oneOf(weekdays), at: localTime }),
    timeZone,
    lasts: minutes(7 * dayMinutes, 'a duration from PT1M to P7D, such as P6DT12H'),
    until: packTime.optional(),
  }).transform(({ weekly: { day, at }, ...times }) => ({
    kind: 'weekly' as const,
    weekday: weekdays.indexOf(day) + 1,
    at,
    ...times,
  })),
} as const;

export type WrittenSchedule = z.output<(typeof schedules)[keyof typeof schedules]>;

const scheduleExpectation = 'a map with opensAt and closesAt, or with afterStart, daily or weekly';
const repeating = ['afterStart', 'daily', 'weekly'] as const;

/** Checks a schedule by the form whose field it has, so that problems name the fields of that form. */
const schedule = z.looseObject({}, { error: scheduleExpectation }).transform((raw, context): WrittenSchedule => {
  const parsed = schedules[repeating.find((kind) => kind in raw) ?? 'once'].safeParse(raw);
  if (parsed.success) return parsed.data;
  context.issues.push(...parsed.error.issues.map((issue) => ({ ...issue, input: raw }) as z.core.$ZodRawIssue));
  return z.NEVER;
});

const common = {
  id: planId,
  title: text(60),
  description: text(160),
  coverSeed: artSeed,
  budget: wordId,
  /** Its election. */
  activity: activityId.optional(),
  schedule,
  regions: listOf(region, 50).optional(),
  minAccountAgeHours: wholeNumber(0, 8760).default(0),
};

const prizeExpectation = 'exactly one of points, tickets, votes and nft, and the activity of tickets and votes';

function prizesOf(mostOfOne: number) {
  const amount = wholeNumber(1, 1_000_000_000).optional();
  const prize = fields({
    id: wordId,
    title: text(60),
    points: amount,
    tickets: amount,
    votes: amount,
    /** The election of tickets and votes. */
    activity: activityId.optional(),
    /** A piece of this edition. */
    nft: wordId.optional(),
    rare: z.boolean({ error: 'true or false' }).default(false),
    count: wholeNumber(1, mostOfOne),
  }).refine(
    ({ points, tickets, votes, nft, activity }) =>
      [points, tickets, votes, nft].filter((one) => one !== undefined).length === 1 &&
      ((tickets ?? votes) === undefined) === (activity === undefined),
    { error: prizeExpectation },
  );
  const error = 'a list of 1 to 50 prizes with their counts, which are the odds';
  return z.array(prize, { error }).min(1, { error }).max(50, { error });
}

const version = wholeNumber(1, 9999);
const price = wholeNumber(1, 1_000_000_000);
const perFanLimit = wholeNumber(1, 1_000_000);
const rareWithin = wholeNumber(2, 10_000).optional();

export const packet = fields({
  ...common,
  asset,
  total: wholeNumber(1, 1_000_000_000),
  shares: wholeNumber(1, 20_000),
}).transform((plan) => ({ kind: 'packet' as const, ...plan }));

export const box = fields({
  ...common,
  version,
  price,
  perFanLimit: perFanLimit.optional(),
  /** A rare prize comes at this opening of a fan at the latest. */
  rareWithin,
  prizes: prizesOf(100_000),
}).transform((plan) => ({ kind: 'box' as const, ...plan }));

export const envelope = fields({
  ...common,
  version,
  rareWithin,
  /** Attempts that a fan earns on one day of the platform: one per `each` of `by`, up to `most`. */
  attempts: listOf(
    fields({ by: oneOf(['checkIn', 'task', 'vote']), each: wholeNumber(1, 1_000_000), most: wholeNumber(1, 1000) }),
    3,
  ),
  prizes: prizesOf(100_000),
}).transform((plan) => ({ kind: 'envelope' as const, ...plan }));

export const raffle = fields({
  ...common,
  version,
  /** The price in Points; 0 is free. */
  price: wholeNumber(0, 1_000_000_000),
  /** Entries of one fan; 1 by default if they are free. */
  perFanLimit: perFanLimit.optional(),
  prizes: prizesOf(1000),
}).transform((plan) => ({ kind: 'raffle' as const, ...plan }));

export type LuckBudget = z.output<typeof luckBudget>;
export type Packet = z.output<typeof packet>;
export type Box = z.output<typeof box>;
export type Envelope = z.output<typeof envelope>;
export type Raffle = z.output<typeof raffle>;
/** A plan as written. */
export type WrittenPlan = Packet | Box | Envelope | Raffle;
export type WrittenPrize = Box['prizes'][number];

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
  /** The number of periods, which are weeks. */
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
