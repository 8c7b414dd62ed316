import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { expectation } from './wording.ts';
import { why } from './operators.ts';
import { instant, page, pageOf } from './primitives.ts';
import { cleanedText } from './visible-text.ts';

/** Longest question, in characters as a person counts them. */
const questionLength = 120;

const questionId = z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of a question', zh_TW: '問題的 ID' }));
const answerId = z.string().regex(/^\d{1,15}$/, expectation({ en_US: 'the id of an answer', zh_TW: '回答的 ID' }));

/** `automatic`: answers are put together from the event’s own facts, without an AI model. `model`: by an AI model. */
const answerMode = z.enum(['automatic', 'model']);

/** Gestures of the avatar while it speaks. */
const gesture = z.enum(['greet', 'explain', 'count', 'cheer', 'think', 'sorry', 'care']);

/** A sentence with its time, so that everyone sees and hears it together. */
const sentence = z.object({ text: z.string(), startsAt: instant, seconds: z.number().positive() });

const answer = z.object({
  answerId,
  /** The language of the question. */
  language: z.enum(['en_US', 'zh_TW']),
  sentences: z.array(sentence).min(1).max(3),
  mode: answerMode,
  /** The model that gave it; null in `automatic`, and for answers from before models were kept. */
  model: z.string().nullable(),
  gesture,
  /** `suggested`: the AI host asks back with `suggestions`. `unknown`: it does not know. */
  outcome: z.enum(['answered', 'suggested', 'unknown']),
  /** Questions that the AI host can answer: of which one may be meant, or that the same question also asked. */
  suggestions: z.array(z.string()).max(3),
  /**
   * The source in words, and a screen that shows it; for what the AI host does not know, a page that is near, or null.
   */
  source: z.object({ text: z.string(), to: z.string().nullable() }).nullable(),
});

/** A question on the stage. It shows no name. */
const stagedQuestion = z.object({
  questionId,
  text: z.string(),
  hands: z.int().nonnegative(),
  /** The reason for the pick: most hands, the longest wait, or by chance among the best three. */
  pickedBy: z.enum(['hands', 'wait', 'chance']),
  pickedAt: instant,
  /** Null while the AI host thinks. */
  answer: answer.nullable(),
});

const queuedQuestion = z.object({ questionId, text: z.string(), hands: z.int().nonnegative(), askedAt: instant });

/** The fan of the day by the published rule, who agreed to be shown. */
const featuredFan = z.object({
  day: z.iso.date(),
  nickname: z.string(),
  avatarUrl: z.string(),
  question: z.string(),
  hands: z.int().nonnegative(),
});

/** The stage, which everyone sees. */
const stage = z.object({
  /** `open`. `paused`: by an operator, or while the AI host is away. `ended`: for today. */
  state: z.enum(['open', 'paused', 'ended']),
  mode: answerMode,
  /** The name of the model; null in `automatic`. */
  model: z.string().nullable(),
  /** The question that is answered now. */
  now: stagedQuestion.nullable(),
  /** Waiting questions in the order of hands, at most 20, and how many there are. */
  queue: z.array(queuedQuestion).max(20),
  waiting: z.int().nonnegative(),
  /** The time of the next pick; null when no question waits or the room is not open. */
  nextPickAt: instant.nullable(),
  featured: featuredFan.nullable(),
});

/**
 * States of a question. `held`: an operator looks at it or its answer. `merged`: it is the same as another, whose
 * answer counts for both. `passed`: not picked, with the reason. `refused`: against the rules.
 */
const questionState = z.enum(['held', 'waiting', 'answering', 'answered', 'merged', 'passed', 'refused']);

const myQuestion = queuedQuestion.extend({
  state: questionState,
  /** The place in the queue, from 1. */
  place: z.int().positive().nullable(),
  /** The reason why it was passed or refused, in words. */
  reason: z.string().nullable(),
  answer: answer.nullable(),
  /** Help lines for its fan alone, where a cry for help may hide in it; null otherwise. */
  helpLines: z.array(z.string()).nullable(),
});

const answerReport = z.enum(['wrong', 'insult', 'sexual', 'privateDetails', 'childSafety', 'other']);

/** The AI host’s room. The specification lacks it. */
export const aiHostEndpoints = {
  'GET /activity/api/v1/jplive/agent': {
    summary: 'The AI host’s room: the stage for everyone, and what is the caller’s own.',
    auth: 'optional',
    safe: true,
    data: z.object({
      stage,
      /** Null for visitors. */
      mine: z
        .object({
          /** The caller’s newest question of the day. */
          question: myQuestion.nullable(),
          /** Questions for which the caller’s hand is up. */
          raised: z.array(questionId),
          /** Whether the caller agrees to be shown as featured fan. */
          mayBeFeatured: z.boolean(),
        })
        .nullable(),
    }),
    errors: [],
  },
  'GET /activity/api/v1/jplive/agent/stream': {
    summary: 'The stage as server-sent events: all of it, whenever it changes.',
    auth: 'public',
    safe: true,
    streams: true,
    data: stage,
    errors: [],
  },
  'GET /activity/api/v1/jplive/agent/log': {
    summary: 'Questions with their answers, newest first, of the last 30 days.',
    auth: 'public',
    safe: true,
    query: page,
    data: pageOf(stagedQuestion.extend({ answer })),
    errors: [],
  },
  'POST /activity/api/v1/jplive/agent/ask': {
    summary: 'Asks the host a question. A fan has one open question at a time.',
    auth: 'fan',
    body: z.object({
      /** Hidden characters are taken out; characters are counted as a person counts them. */
      text: cleanedText(questionLength),
      /** Made by the client; a question that comes twice is asked once, and another one with its id is refused. */
      clientId: z.uuid(),
    }),
    data: myQuestion,
    errors: [
      'AI_HOST_NOT_OPEN',
      'QUESTION_TOO_LONG',
      'QUESTION_OPEN',
      'QUESTION_REFUSED',
      'QUESTION_LINK',
      'QUESTIONS_USED_UP',
      'QUESTION_QUEUE_FULL',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  'POST /activity/api/v1/jplive/agent/raiseHand': {
    summary: 'Raises or lowers the caller’s hand for another fan’s question.',
    auth: 'fan',
    body: z.object({ questionId, raised: z.boolean() }),
    data: z.object({ raised: z.boolean(), hands: z.int().nonnegative() }),
    errors: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_WAITING', 'QUESTION_OWN'],
  },
  'POST /activity/api/v1/jplive/agent/withdraw': {
    summary: 'Takes the caller’s waiting question back.',
    auth: 'fan',
    body: z.object({ questionId }),
    data: z.object({}),
    errors: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_WAITING'],
  },
  'POST /activity/api/v1/jplive/agent/feature': {
    summary: 'Agrees or no longer agrees to be shown as featured fan; the second takes effect at once.',
    auth: 'fan',
    body: z.object({ agreed: z.boolean() }),
    data: z.object({ mayBeFeatured: z.boolean() }),
    errors: [],
  },
  'POST /activity/api/v1/jplive/agent/report': {
    summary: 'Reports an answer. Of a report about child safety it is hidden at once.',
    auth: 'fan',
    body: z.object({ answerId, reason: answerReport }),
    data: z.object({ reported: z.literal(true) }),
    errors: ['ANSWER_NOT_FOUND', 'REPORTS_USED_UP'],
  },
  'GET /operator/api/v1/agent/queue': {
    summary: 'Questions and answers that wait for an operator, and reported answers, child safety first.',
    auth: 'operator',
    safe: true,
    roles: ['moderator', 'auditor'],
    scope: 'agent',
    query: page,
    data: pageOf(
      z.object({
        questionId,
        text: z.string(),
        accountId: z.string(),
        /** Null while the question itself waits. */
        answer: answer.nullable(),
        because: z.enum(['filter', 'hold', 'reports', 'childSafety']),
        reports: z.array(z.object({ reason: answerReport, count: z.int().positive() })),
      }),
    ),
    errors: [],
  },
  'POST /operator/api/v1/agent/decide': {
    summary: 'Lets a question or its answer through, or refuses it.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'agent',
    idempotency: 'required',
    body: z.object({ questionId, show: z.boolean(), why }),
    data: z.object({ state: questionState }),
    errors: ['QUESTION_NOT_FOUND', 'QUESTION_NOT_HELD'],
  },
  'POST /operator/api/v1/agent/settings': {
    summary: 'Opens, pauses or ends the room, and says whether an operator sees each answer first.',
    auth: 'operator',
    roles: ['moderator'],
    scope: 'agent',
    idempotency: 'required',
    body: z.object({ state: z.enum(['open', 'paused', 'ended']).optional(), holdAnswers: z.boolean().optional(), why }),
    data: z.object({ state: z.enum(['open', 'paused', 'ended']), holdAnswers: z.boolean() }),
    errors: [],
  },
} as const satisfies Record<Route, Endpoint>;
