import { type linkType, taskTabs, searchLinkTypes, type TaskKind, taskKindOf, taskTypes } from '@lightstick/contract';
import * as z from 'zod';
import { activityId, fields, link, listOf, oneOf, packTime, region, text, wholeNumber, wordId } from './fields.ts';

/** The shape of a task entry, by its type. */
type TaskShape = 'checkIn' | 'visit' | 'search' | 'invite' | 'quiz' | 'form' | 'luck' | 'other';

/** Kinds with a shape of their own. */
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

/** The schema of a task by its type. Tasks of unknown type are checked for the common fields. */
export function taskSchemaFor(raw: unknown) {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined;
  const shape = taskShape(type);
  return shape ? schemas[shape] : z.looseObject(common, { error: `a map with ${Object.keys(common).join(', ')}` });
}

export type Task = z.output<(typeof schemas)[TaskShape]>;
