import * as z from 'zod';
import { sentencesOf } from '#/lib/sentences.ts';
import { linkOrContactIn } from '#/modules/moderation/index.ts';
import { fields, link, listOf, wordId } from './fields.ts';

/** Live facts that an answer may have in braces. */
export const answerFacts = [
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

/** Names that a way to ask may have in braces. */
const askNames = ['idol', 'team', 'song', 'room', 'offer', 'number', 'date'];

const bracedIn = (text: string) => [...text.matchAll(/\{([^{}]*)\}?/g)].map(([, name = '']) => name);
const bracesOf = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ');

const askError = 'a question of 1 to 120 characters';
const ask = z
  .string({ error: askError })
  .trim()
  .min(1, { error: askError })
  .max(120, { error: askError })
  .refine((text) => bracedIn(text).every((name) => askNames.includes(name)), {
    error: `in braces only ${bracesOf(askNames)}`,
  });
const asks = listOf(ask, 40).min(2, { error: 'at least two ways to ask' });

const mostSentences = 3;
const answerError = 'a text of 1 to 400 characters';
const answer = z
  .string({ error: answerError })
  .trim()
  .min(1, { error: answerError })
  .max(400, { error: answerError })
  .refine((text) => sentencesOf(text).length <= mostSentences, { error: `at most ${mostSentences} sentences` })
  .refine((text) => !linkOrContactIn(text), { error: 'no address or contact, because the field link leads on' })
  .refine((text) => bracedIn(text).every((name) => (answerFacts as readonly string[]).includes(name)), {
    error: `in braces only ${bracesOf(answerFacts)}`,
  });

/** What the AI host answers to one question, and how fans ask it. */
export const faqEntry = fields({
  id: wordId,
  asks: fields({ en_US: asks, zh_TW: asks }),
  answer: fields({ en_US: answer, zh_TW: answer }),
  link: link.refine((path) => path.startsWith('/'), { error: 'a path of the app such as /mall' }),
});

export type FaqEntry = z.output<typeof faqEntry>;
