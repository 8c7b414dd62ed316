import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { graphemeCount } from './graphemes.ts';
import { accountId, amount, id, instant } from './primitives.ts';
import { obstacleErrors } from './tasks.ts';
import { cleanedText } from './visible-text.ts';

const riddle = z.object({ riddleId: z.string(), text: z.string(), hint: z.string() });

/** A round of riddles. Its window is half open: the closing instant is too late. */
const riddleRound = z.object({
  roundId: z.string(),
  title: z.string(),
  description: z.string(),
  state: z.enum(['coming', 'open', 'closed']),
  opensAt: instant,
  closesAt: instant,
  /** The price to unlock it, in Points. */
  price: amount,
  /** Points for one right answer, for two, … for all. */
  rewards: z.array(amount),
  /** The number of fans whose full reward the budget still covers, and who can unlock it. */
  placesLeft: z.int().nonnegative(),
  riddleCount: z.int().positive(),
  unlocked: z.boolean(),
  /** Visible to fans who unlocked the round, and to all after its close. */
  riddles: z.array(riddle).optional(),
});

const myAnswer = z.object({
  riddleId: z.string(),
  /** The answer as the fan typed it. */
  answer: z.string(),
  answeredAt: instant,
  /** Null until the round is marked. */
  right: z.boolean().nullable(),
});

/** A fan's progress in an unlocked round. */
const riddleStatus = z.object({
  roundId: z.string(),
  unlockedAt: instant,
  answered: z.int().nonnegative(),
  riddleCount: z.int().positive(),
  /** The right answers and their reward; null until the round is marked. */
  result: z.object({ right: z.int().nonnegative(), reward: amount }).nullable(),
  /** Whether the pop-up with the result was shown. */
  popShown: z.boolean(),
});

const ofRound = z.object({ roundId: id });

const givenAnswers = z
  .array(
    z.object({
      riddleId: id,
      answer: cleanedText(200).refine(
        (answer) => graphemeCount(answer) <= 200,
        expectation({ en_US: 'must be text of at most 200 characters', zh_TW: '必須是最多 200 個字元的文字' }),
      ),
    }),
  )
  .min(1)
  .max(20)
  .refine((answers) => new Set(answers.map(({ riddleId }) => riddleId)).size === answers.length, {
    error: expectation({ en_US: 'must have one answer for each riddle', zh_TW: '每題謎題只能有一個答案' }),
  });

export const riddleEndpoints = {
  'POST /task/api/v1/riddle/getRiddleList': {
    summary: 'Rounds of riddles by opening time: open, upcoming and closed.',
    auth: 'optional',
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: z.object({ rounds: z.array(riddleRound) }),
    errors: [],
  },
  'POST /task/api/v1/riddle/consume': {
    summary: 'Unlocks the open round for Points, once for each fan.',
    auth: 'fan',
    idempotency: 'optional',
    body: ofRound,
    data: z.object({ roundId: z.string(), paid: amount, pointsLeft: amount }),
    errors: [
      'RIDDLE_ROUND_NOT_FOUND',
      'RIDDLE_ROUND_NOT_OPEN',
      'RIDDLE_ROUND_ENDED',
      'RIDDLE_ROUND_UNLOCKED',
      'RIDDLE_ROUND_FULL',
      'INSUFFICIENT_POINTS',
      ...obstacleErrors,
    ],
  },
  'POST /task/api/v1/riddle/submitAnswers': {
    summary: 'Answers riddles of an unlocked round. Until the round closes, the last answer to a riddle counts.',
    auth: 'fan',
    body: ofRound.extend({ answers: givenAnswers }),
    data: z.object({ roundId: z.string(), answers: z.array(myAnswer) }),
    errors: [
      'RIDDLE_ROUND_NOT_FOUND',
      'RIDDLE_ROUND_NOT_OPEN',
      'RIDDLE_ROUND_ENDED',
      'RIDDLE_ROUND_LOCKED',
      'RIDDLE_NOT_FOUND',
      'RIDDLE_ANSWER_EMPTY',
    ],
  },
  'POST /task/api/v1/riddle/getMyAnswers': {
    summary: "The caller's last answers in a round and, once it is marked, which were correct.",
    auth: 'fan',
    safe: true,
    body: ofRound,
    data: z.object({ roundId: z.string(), answers: z.array(myAnswer) }),
    errors: ['RIDDLE_ROUND_NOT_FOUND', 'RIDDLE_ROUND_LOCKED'],
  },
  'POST /task/api/v1/riddle/getCorrectAnswers': {
    summary: 'The answers to a round’s riddles, from fifteen seconds after it closes.',
    auth: 'public',
    safe: true,
    body: ofRound,
    data: z.object({
      roundId: z.string(),
      answers: z.array(z.object({ riddleId: z.string(), answer: z.string() })),
    }),
    errors: ['RIDDLE_ROUND_NOT_FOUND', 'RIDDLE_ROUND_NOT_CLOSED'],
  },
  'POST /task/api/v1/riddle/getUserRiddleStatus': {
    summary: 'The caller’s progress in each round they unlocked, newest first.',
    auth: 'fan',
    safe: true,
    body: z.object({ accountId: accountId.optional() }).default({}),
    data: z.object({ rounds: z.array(riddleStatus) }),
    errors: [],
  },
  'POST /task/api/v1/riddle/setOpenPopStatus': {
    summary: 'Records that the pop-up with a round’s result was shown. `first` is true for only one call.',
    auth: 'fan',
    body: ofRound,
    data: z.object({ roundId: z.string(), popShown: z.literal(true), first: z.boolean() }),
    errors: ['RIDDLE_ROUND_NOT_FOUND', 'RIDDLE_ROUND_LOCKED', 'RIDDLE_ROUND_NOT_CLOSED'],
  },
} as const satisfies Record<Route, Endpoint>;
