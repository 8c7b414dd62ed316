import * as z from 'zod';
import { daysOfMonth, daysTooMany } from '../pack-time.ts';
import {
  activityId,
  artSeed,
  assetName,
  fields,
  fieldsWithPicture,
  idolId,
  listOf,
  oneOf,
  packTime,
  text,
  timeZone,
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

export const activity = fieldsWithPicture('coverSeed', 'cover', {
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
  /** The most votes a day; unlimited without it. */
  dailyCap: wholeNumber(1, 1_000_000_000).optional(),
  /** The value of every ticket, if there are no steps. */
  votesPerTicket: votesPerTicket.optional(),
  /** The value of a ticket by the number the fan has converted that day. */
  priceSteps: listOf(fields({ fromTicket: wholeNumber(1, 1_000_000_000), votesPerTicket }), 20).optional(),
  ...limits,
  quarantine: quarantine.optional(),
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

/** The minimum contrast of WCAG 2.2 for text of ordinary size (level AA). */
const contrastMin = 4.5;

const colourExpectation = `a colour such as '#1d6fd8' on which white text has a contrast of at least ${contrastMin}`;
const colourField = z
  .string({ error: colourExpectation })
  .regex(/^#[0-9a-f]{6}$/, { error: colourExpectation, abort: true })
  .refine((value) => contrastWithWhite(value) >= contrastMin, { error: colourExpectation });

export const team = fields({ id: wordId, name: text(40), slogan: text(80), colour: colourField });

const birthdayExpectation = 'a month and a day such as 03-14';
const birthday = z
  .string({ error: birthdayExpectation })
  .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$/, { error: birthdayExpectation, abort: true })
  // In a leap year.
  .refine((date) => daysTooMany(`2000-${date}`) === undefined, {
    error: ({ input }) =>
      `a day that exists: month ${String(input).slice(0, 2)} has ` +
      `${daysOfMonth(2000, Number(String(input).slice(0, 2)))} days at most`,
  });

export const idol = fieldsWithPicture('portraitSeed', 'portrait', {
  id: idolId,
  team: wordId,
  /** Her number; unique in the pack. */
  number: wholeNumber(1, 999),
  name: text(40),
  birthday: birthday.optional(),
  hobby: text(60).optional(),
  profile: text(200),
});

export type Team = z.output<typeof team>;
export type Idol = z.output<typeof idol>;

/**
 * Returns the contrast of white text on a colour `#rrggbb`, from 1 to 21, after WCAG 2.2 (relative luminance and
 * contrast ratio).
 */
function contrastWithWhite(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

const finalRanksExpectation = 'the first and the last rank, such as [2, 3]';
const finalRanks = z
  .tuple([wholeNumber(1, 999), wholeNumber(1, 999)], { error: finalRanksExpectation })
  .refine(([from, to]) => from <= to, { error: finalRanksExpectation });

const chapter = fields({ title: text(60), text: text(400) });
const window = fields({ opensAt: packTime, closesAt: packTime });

const song = fields({
  id: wordId,
  title: text(60),
  artist: text(60),
  year: wholeNumber(1900, 2200),
  seconds: wholeNumber(1, 3600),
  /** The seed of the drawn cover and the composed preview. */
  seed: artSeed,
  story: text(400),
  /** A few lines of lyrics, in one paragraph. */
  lyrics: text(240),
});

/** A song event: nominations, then a final of the most nominated, paid in votes of an election. */
export const songEvent = fieldsWithPicture('coverSeed', 'cover', {
  id: wordId,
  activity: activityId,
  title: text(60),
  subtitle: text(120),
  timeZone,
  nominations: window,
  /** Begins at least a minute after the nominations end. */
  final: window,
  /** The number of songs in the final. */
  places: wholeNumber(1, 100),
  /** A fan's votes in the final per day; unlimited without it. */
  dailyCap: wholeNumber(1, 1_000_000_000).optional(),
  rules: listOf(chapter, 20),
  rewards: listOf(fields({ ranks: finalRanks, title: text(80), text: text(240) }), 20),
  concert: fields({ startsAt: packTime, place: text(80), text: text(400), setList: listOf(chapter, 10) }).optional(),
  songs: listOf(song, 200),
});

export type SongEvent = z.output<typeof songEvent>;

const momentumExpectation = 'a number from -0.9 to 0.9';
const standing = fields({
  /** Her share is her weight divided by the sum of all weights. */
  weight: wholeNumber(1, 1_000_000),
  /** Changes her share over time: smaller by this fraction on the first day, larger by it on the last. */
  momentum: z
    .number({ error: momentumExpectation })
    .min(-0.9, { error: momentumExpectation })
    .max(0.9, { error: momentumExpectation }),
});

const wordExpectation = 'a word of 1 to 10 characters';
const words = listOf(
  z.string({ error: wordExpectation }).min(1, { error: wordExpectation }).max(10, { error: wordExpectation }),
  100,
);

/** The votes of one activity. */
const history = {
  activity: activityId,
  seed: artSeed,
  votes: wholeNumber(1, 50_000),
  popularity: z.record(idolId, standing, { error: 'a map from idol ids to weight and momentum' }),
  /** The number of simulated fans with a Best 7 ballot, one each. */
  best7Ballots: wholeNumber(1, 5000).optional(),
};

/** The simulated history of an activity, with those before it. */
export const simulation = fields({
  ...history,
  fans: wholeNumber(1, 5000),
  nicknames: fields({ first: words, second: words }),
  /** Earlier activities in which the same fans voted. */
  past: listOf(fields(history), 10).default([]),
  /** Keeps the simulated fans voting while a development server runs. */
  crowd: fields({ votesPerMinute: wholeNumber(1, 60) }).optional(),
  /** The number of nominations, and of votes in the final, in each song event that has opened. */
  songs: fields({ nominations: wholeNumber(1, 50_000), finalVotes: wholeNumber(1, 20_000) }).optional(),
});

export type Simulation = z.output<typeof simulation>;
