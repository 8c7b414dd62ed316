import { type linkType, searchLinkTypes, type TaskKind, taskKindOf, taskTabs, taskTypes } from '@lightstick/contract';
import * as z from 'zod';
import {
  activityId,
  artSeed,
  fields,
  inBothLanguages,
  link,
  listOf,
  oneOf,
  packTime,
  region,
  text,
  wholeNumber,
  wordId,
} from './fields.ts';

/** The shape of a task entry, by its type. */
type TaskShape = 'checkIn' | 'visit' | 'search' | 'invite' | 'quiz' | 'form' | 'luck' | 'other';

/** Kinds with their own shape. */
const shapes: Readonly<Partial<Record<TaskKind, TaskShape>>> = {
  checkIn: 'checkIn',
  visit: 'visit',
  invite: 'invite',
  quiz: 'quiz',
  form: 'form',
  luck: 'luck',
};

const searchTypes: readonly number[] = searchLinkTypes;

/** Every type id a task may have. */
const taskTypeIds: readonly number[] = Object.values(taskTypes)
  .flat()
  .toSorted((one, other) => one - other);

function taskShape(type: unknown): TaskShape | undefined {
  const kind = typeof type === 'number' ? taskKindOf(type) : undefined;
  if (typeof type !== 'number' || !kind) return undefined;
  return searchTypes.includes(type) ? 'search' : (shapes[kind] ?? 'other');
}

const urlExpectation = 'an https:// address of a form, or /dev/form for the demo form of a development server';
const parameterExpectation = 'the name of a query parameter, such as entry.123';

const place = '{parameter}';
const placeExpectation =
  'either a parameter, which names the fan in the query, or a place {parameter} in the url, and not both';

/** A form at another site, and the query parameter that carries the fan's code. */
const form = fields({
  url: z
    .string({ error: urlExpectation })
    .max(1000, { error: 'at most 1000 characters' })
    .refine((url) => url === '/dev/form' || isFormAddress(url), { error: urlExpectation }),
  parameter: z
    .string({ error: parameterExpectation })
    .regex(/^[\w.:[\]-]{1,80}$/, { error: parameterExpectation })
    .optional(),
}).refine(({ url, parameter }) => url.includes(place) === (parameter === undefined), { error: placeExpectation });

function isFormAddress(url: string): boolean {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  return address?.protocol === 'https:' && address.hostname.includes('.') && !address.username && !address.password;
}

const periods = ['once', 'daily', 'weekly'] as const;
const reward = wholeNumber(1, 1_000_000);

const typeExpectation = `a task type, one of ${taskTypeIds.join(', ')}`;

/** Requirements on the fan's account and region. */
const demands = fields({
  /** Days since sign-up. */
  accountDays: wholeNumber(1, 3650).optional(),
  /** Points ever earned, spent ones included. */
  earnedPoints: wholeNumber(1, 1_000_000_000).optional(),
  regions: listOf(region, 50).optional(),
});

const common = {
  id: wordId,
  type: z.int({ error: typeExpectation }).refine((type) => taskShape(type) !== undefined, { error: typeExpectation }),
  tab: oneOf(taskTabs),
  title: text(60),
  description: text(240),
  /** The total of Points it may give away. */
  budget: wholeNumber(1, 1_000_000_000_000),
  demands: demands.optional(),
  /** Its election. */
  activity: activityId.optional(),
  opensAt: packTime.optional(),
  endsAt: packTime.optional(),
};

const linkOf = (type: z.ZodType<(typeof linkType.options)[number]>) =>
  fields({ linkType: type, label: text(40), url: link });

const page = linkOf(z.literal('page', { error: 'page' }));
const pageExpectation = 'a list of one link with the linkType page';

const linksOfSearch = ['rankSearch', 'homepage', 'channel'] as const;
const searchExpectation = `three links, one of each linkType: ${linksOfSearch.join(', ')}`;
const searchLinks = z
  .array(linkOf(oneOf(linksOfSearch)), { error: searchExpectation })
  .refine((links) => links.length === 3 && new Set(links.map((one) => one.linkType)).size === 3, {
    error: searchExpectation,
  });

const visit = { ...common, period: oneOf(periods), reward, dwellSeconds: wholeNumber(0, 600) };
const streakExpectation = 'a list of seven rewards, one for each day of the streak';

const schemas = {
  checkIn: fields({
    ...common,
    period: z.literal('daily', { error: 'daily, as a check-in is' }),
    rewards: z.array(reward, { error: streakExpectation }).length(7, { error: streakExpectation }),
  }),
  visit: fields({ ...visit, links: z.tuple([page], { error: pageExpectation }) }),
  search: fields({ ...visit, links: searchLinks }),
  invite: fields({
    ...common,
    period: oneOf(periods),
    reward,
    /** The number of newcomers the task requires. */
    goal: wholeNumber(1, 100).default(1),
  }),
  quiz: fields({ ...common, period: oneOf(periods), reward, quiz: wordId }),
  form: fields({ ...common, period: oneOf(periods), reward, form }),
  luck: fields({
    ...common,
    period: oneOf(periods),
    reward,
    // A goal would reward buying on, up to a complete set of what is drawn.
    goal: z.never({ error: 'no goal, because one participation completes a task of luck' }).optional(),
  }),
  other: fields({ ...common, period: oneOf(periods), reward }),
} as const satisfies Record<TaskShape, z.ZodType>;

/** Returns the schema of a task by its type. Tasks of unknown type are checked for the common fields. */
export function taskSchemaFor(raw: unknown) {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined;
  const shape = taskShape(type);
  return shape ? schemas[shape] : z.looseObject(common, { error: `a map with ${Object.keys(common).join(', ')}` });
}

export type Task = z.output<(typeof schemas)[TaskShape]>;

const spellingExpectation = 'a text of 1 to 100 characters';
const spelling = z
  .string({ error: spellingExpectation })
  .trim()
  .min(1, { error: spellingExpectation })
  .max(100, { error: spellingExpectation });
const spellings = listOf(spelling, 20);

const riddle = fields({
  id: wordId,
  text: text(400),
  hint: text(200),
  /** Accepted answers, in any language of the fan. The first of each language is shown after the round. */
  answers: inBothLanguages(spellings),
});

/** A round of riddles, on the card of a task of type 50. */
export const riddleRound = fields({
  id: wordId,
  task: wordId,
  title: text(60),
  description: text(240),
  opensAt: packTime,
  closesAt: packTime,
  /** Points to unlock the round. */
  price: wholeNumber(1, 1_000_000),
  /** Points for one right answer, for two, … for all. */
  rewards: listOf(wholeNumber(0, 1_000_000), 20),
  /** Points that all fans together can win; it bounds the places of the round. */
  budget: wholeNumber(1, 1_000_000_000_000),
  riddles: listOf(riddle, 20),
});

export type RiddleRound = z.output<typeof riddleRound>;

const yesOrNo = z.boolean({ error: 'true or false' });
const optionsExpectation = 'a list of 2 to 8';

const option = fields({ text: text(120), right: yesOrNo.default(false) });

/** A drawing from a seed, with a text alternative that must not reveal the answer. */
const picture = fields({ drawing: oneOf(['portrait', 'cover']), seed: artSeed, alt: text(120) });

const question = fields({
  choice: oneOf(['single', 'multiple']),
  text: text(200),
  picture: picture.optional(),
  options: z
    .array(option, { error: optionsExpectation })
    .min(2, { error: optionsExpectation })
    .max(8, { error: optionsExpectation }),
  /** Shown with the right answers after the quiz. */
  note: text(240).optional(),
});

/** A quiz, named by tasks of type 49. */
export const quiz = fields({
  id: wordId,
  secondsPerQuestion: wholeNumber(10, 300),
  /** The number of questions an attempt asks; defaults to all. */
  ask: wholeNumber(1, 50).optional(),
  /** The number of right answers needed. */
  passMark: wholeNumber(1, 50),
  triesPerDay: wholeNumber(1, 20),
  /** Whether each attempt shuffles questions and options. */
  shuffle: yesOrNo,
  questions: listOf(question, 50),
});

export type Quiz = z.output<typeof quiz>;

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

/** The terms by which Points last. The default equals an empty database: without an end. */
export const points = fields({
  /** Points expire at the end of the month that is so many months after that of the credit. A change affects later credits. */
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

export type TaskLimits = z.output<typeof limits>;
