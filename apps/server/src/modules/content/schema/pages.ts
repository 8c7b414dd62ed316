import { bannerTypes, type Language } from '@lightstick/contract';
import * as z from 'zod';
import { sentencesOf } from '#/lib/sentences.ts';
import { linkOrContactIn } from '#/modules/moderation/index.ts';
import { daysTooMany } from '../pack-time.ts';
import { fields, fieldsWithPicture, inBothLanguages, link, listOf, oneOf, packTime, text, wordId } from './fields.ts';

/** Makes a text of one line. */
function lineOf(charactersMax: number) {
  const error = `a text of 1 to ${charactersMax} characters`;
  return z.string({ error }).trim().min(1, { error }).max(charactersMax, { error });
}

/** The head of a page's file, between the lines of hyphens. */
export const pageHead = fields({
  title: lineOf(60),
  summary: lineOf(160),
  updatedAt: z.iso.date({ error: ({ input }) => daysTooMany(String(input)) ?? 'a day such as 2026-11-21' }),
});

export type PageHead = z.output<typeof pageHead>;

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A page in both languages, its body as Markdown. */
export type PackPage = {
  readonly slug: string;
  readonly title: TextInBothLanguages;
  readonly summary: TextInBothLanguages;
  readonly body: TextInBothLanguages;
  readonly updatedAt: string;
};

/**
 * A banner at the top of a screen, with a link. A missing `opensAt` or `endsAt` means no bound. Home shows no picture, so
 * its banners need none.
 */
export const banner = fieldsWithPicture(
  'pictureSeed',
  'cover',
  {
    id: wordId,
    /** The screen that shows it. */
    type: oneOf(bannerTypes),
    title: text(40),
    text: text(90),
    link,
    opensAt: packTime.optional(),
    endsAt: packTime.optional(),
  },
  ({ type, id }) => (type === 'home' ? id : undefined),
);

export type Banner = z.output<typeof banner>;

/** Live facts that an answer may have in braces. */
const answerFacts = [
  'best7ClosesAt',
  'boxPrice',
  'closesAt',
  'dailyCap',
  'election',
  'freeVotes',
  'idols',
  'stakeLeast',
  'stakeMost',
  'stakeWeeks',
  'tasks',
  'teams',
  'votesPerTicket',
  'weeklyPool',
] as const;
export type AnswerFact = (typeof answerFacts)[number];

/** What every text may take of the brand (filled-texts.ts). */
const brandNames: readonly string[] = ['product', 'legalName', 'supportEmail'];

/** Names that a way to ask may have in braces. */
const askNames = ['idol', 'team', 'song', 'room', 'offer', 'number', 'date'];

const bracedIn = (given: string) => [...given.matchAll(/\{([^{}]*)\}?/g)].map(([, name = '']) => name);
const bracesOf = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

const askError = 'a question of 1 to 120 characters';
const ask = z
  .string({ error: askError })
  .trim()
  .min(1, { error: askError })
  .max(120, { error: askError })
  .refine((given) => bracedIn(given).every((name) => [...askNames, ...brandNames].includes(name)), {
    error: `in braces only ${bracesOf([...askNames, ...brandNames])}`,
  });
const asks = listOf(ask, 40).min(2, { error: 'at least two ways to ask' });

const mostSentences = 3;
const answerError = 'a text of 1 to 400 characters';
const answer = z
  .string({ error: answerError })
  .trim()
  .min(1, { error: answerError })
  .max(400, { error: answerError })
  .refine((given) => sentencesOf(given).length <= mostSentences, { error: `at most ${mostSentences} sentences` })
  .refine((given) => !linkOrContactIn(given), { error: 'no address or contact, because the field link leads on' })
  .refine((given) => bracedIn(given).every((name) => [...answerFacts, ...brandNames].includes(name)), {
    error: `in braces only ${bracesOf([...answerFacts, ...brandNames])}`,
  });

/** What the AI host answers to one question, and how fans ask it. */
export const faqEntry = fields({
  id: wordId,
  asks: inBothLanguages(asks),
  answer: inBothLanguages(answer),
  link: link.refine((path) => path.startsWith('/'), { error: 'a path of the app such as /mall' }),
});

export type FaqEntry = z.output<typeof faqEntry>;
