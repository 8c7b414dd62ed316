import * as z from 'zod';
import type { Endpoint, Route } from './endpoint.ts';
import { id, instant } from './primitives.ts';
import { obstacleErrors } from './tasks.ts';

/** A `single` question has one right option, a `multiple` one any number: exactly the right ones must be chosen. */
const choice = z.enum(['single', 'multiple']);

/** An inline SVG: an address would name its subject. */
const picture = z.object({ svg: z.string(), alt: z.string() });

/**
 * The current question. The ids of it and its options are new for every attempt, and nothing distinguishes right options
 * from wrong ones.
 */
const question = z.object({
  questionId: z.string(),
  /** 1 for the first. */
  place: z.int().min(1),
  choice,
  text: z.string(),
  picture: picture.optional(),
  options: z.array(z.object({ optionId: z.string(), text: z.string() })),
  /** Start and end of its time. */
  askedAt: instant,
  dueAt: instant,
});

/** An answer: the question and the chosen options; empty to skip it. */
const answers = z.array(z.object({ questionId: id, optionIds: z.array(id).max(12) })).max(50);

const outcome = z.object({
  rightCount: z.int().nonnegative(),
  questionCount: z.int().min(1),
  passMark: z.int().min(1),
  passed: z.boolean(),
});

const tries = { triesLeft: z.int().nonnegative(), triesResetAt: instant };

export const quizEndpoints = {
  'POST /task/api/v1/taskItem/getQuiz': {
    summary: 'A quiz before it starts: its length, the pass mark, the tries left, and whether an attempt is running.',
    auth: 'fan',
    body: z.object({ taskId: id }),
    data: z.object({
      taskId: z.string(),
      questionCount: z.int().min(1),
      passMark: z.int().min(1),
      secondsPerQuestion: z.int().min(1),
      /** The factor by which extra time extends each question. */
      moreTimeFactor: z.int().min(1),
      triesPerDay: z.int().min(1),
      ...tries,
      /** `asking`: a question is left; `asked`: completeExams is next. */
      attempt: z.enum(['none', 'asking', 'asked']),
      /** In this occurrence of the task. */
      passed: z.boolean(),
      /** The result of the last finished attempt. */
      lastOutcome: outcome.optional(),
      /** Whether getAnswer shows the right answers to this fan. */
      answersOpen: z.boolean(),
    }),
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'TASK_ENDED'],
  },
  'POST /task/api/v1/taskItem/getQuestion': {
    summary:
      'Submits the answer to the current question, if any, and returns the next one. Without answers it resumes the ' +
      'running attempt or starts one. Questions come one at a time, each with its own time limit.',
    auth: 'fan',
    body: z.object({
      taskId: id,
      answers: answers.default([]),
      /** Extra time for every question of an attempt that this call starts. */
      moreTime: z.boolean().default(false),
    }),
    data: z.object({
      taskId: z.string(),
      questionCount: z.int().min(1),
      /** Null after the last question: completeExams ends the attempt. */
      question: question.nullable(),
    }),
    errors: [
      'TASK_NOT_FOUND',
      'TASK_NOT_OPEN',
      'TASK_ENDED',
      ...obstacleErrors,
      'QUIZ_TRIES_USED_UP',
      'QUIZ_PASSED',
      'QUIZ_NOT_BEGUN',
      'QUIZ_ANSWER_UNKNOWN',
      'QUIZ_ONE_OPTION_ONLY',
    ],
  },
  'POST /task/api/v1/taskItem/completeExams': {
    summary:
      'Ends the attempt with the answer to its last question, and returns the result. ' +
      'Late answers count as missing. A repeat with the same answers gets the same result.',
    auth: 'fan',
    body: z.object({ taskId: id, answers: answers.default([]) }),
    data: outcome.extend({ taskId: z.string(), ...tries }),
    errors: [
      'TASK_NOT_FOUND',
      'TASK_NOT_OPEN',
      'TASK_ENDED',
      'QUIZ_NOT_BEGUN',
      'QUIZ_ANSWER_UNKNOWN',
      'QUIZ_ONE_OPTION_ONLY',
    ],
  },
  'POST /task/api/v1/taskItem/getAnswer': {
    summary: 'The correct answers beside the fan’s own, once the fan has passed or the task has ended for everyone.',
    auth: 'fan',
    safe: true,
    body: z.object({ taskId: id }),
    data: outcome.extend({
      taskId: z.string(),
      questions: z.array(
        z.object({
          choice,
          text: z.string(),
          picture: picture.optional(),
          options: z.array(z.object({ text: z.string(), right: z.boolean(), chosen: z.boolean() })),
          /** Background on the answer. */
          note: z.string().optional(),
          /** False also for an unreached question. */
          answered: z.boolean(),
          right: z.boolean(),
        }),
      ),
    }),
    errors: ['TASK_NOT_FOUND', 'TASK_NOT_OPEN', 'QUIZ_NOT_BEGUN', 'QUIZ_ANSWERS_CLOSED'],
  },
} as const satisfies Record<Route, Endpoint>;
