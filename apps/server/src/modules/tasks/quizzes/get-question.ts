import { randomBytes, randomUUID } from 'node:crypto';
import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { findOpenQuizTask, type QuizTask, readTries, takeAnswers } from './quiz-task.ts';
import { assertRewardable, type Attempt } from '#/modules/tasks/open-task.ts';
import { occurrencesAt } from '#/modules/tasks/task.rules.ts';
import { lockFan } from '#/modules/identity/index.ts';
import {
  type PaperQuestion,
  dueAt,
  hasNext,
  openQuestion,
  timesOf,
  type AskedQuestion,
  type GivenAnswer,
  type QuizAttempt,
  type QuizQuestion,
} from './quiz.rules.ts';
import { showPicture } from './quiz.view.ts';
import * as store from './quizzes.store.ts';

type QuestionWish = {
  readonly fanId: number;
  readonly taskId: string;
  readonly answers: readonly GivenAnswer[];
  readonly moreTime: boolean;
  readonly receivedAt: Date;
  readonly timeZone: string;
} & Pick<Attempt, 'country' | 'social'>;

/** The question asked now: its place on the fan's paper, its wording, and its times. */
type QuestionInPlay = {
  readonly onPaper: PaperQuestion;
  readonly wording: QuizQuestion;
  readonly asked: AskedQuestion;
};

/**
 * Submits the answer of the open question and asks the next. The open question stays until it is answered or its time is
 * over; the time of the next begins when it is asked. Without answers and without a running attempt a new one begins,
 * unless the fan could not claim its reward.
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, TASK_ENDED, QUIZ_TRIES_USED_UP, QUIZ_PASSED, QUIZ_NOT_BEGUN,
 * QUIZ_ANSWER_UNKNOWN, QUIZ_ONE_OPTION_ONLY, and those of `assertRewardable`
 */
export async function getQuestion(
  tx: Transaction<DB>,
  wish: QuestionWish,
): Promise<{ questionCount: number; asking: QuestionInPlay | undefined }> {
  const { fanId, taskId, answers, receivedAt } = wish;
  const task = await findOpenQuizTask(tx, { taskId, at: receivedAt });
  await lockFan(tx, fanId);
  const running = await store.findRunning(tx, { fanId, taskId });
  if (!running && answers.length > 0) throw new Refusal('QUIZ_NOT_BEGUN');
  const attempt = running ?? (await beginAttempt(tx, task, wish));

  const { edition, paper, asked } = await takeAnswers(tx, attempt, { answers, receivedAt });
  const open = openQuestion(asked, receivedAt) ?? (await askNext(tx, { attempt, paper, asked, at: receivedAt }));
  const onPaper = open && paper[open.place - 1];
  const wording = open && edition.questions[open.question];
  return {
    questionCount: attempt.questionCount,
    asking: open && onPaper && wording ? { onPaper, wording, asked: open } : undefined,
  };
}

async function askNext(
  tx: Transaction<DB>,
  {
    attempt,
    paper,
    asked,
    at,
  }: { attempt: QuizAttempt; paper: readonly PaperQuestion[]; asked: readonly AskedQuestion[]; at: Date },
): Promise<AskedQuestion | undefined> {
  const next = paper[asked.length];
  if (!next || !hasNext(attempt, asked, at)) return undefined;
  const asking: AskedQuestion = {
    place: asked.length + 1,
    question: next.question,
    askedAt: at,
    dueAt: dueAt(attempt, at),
    chosen: null,
  };
  await store.insertAsked(tx, attempt.id, asking);
  return asking;
}

async function beginAttempt(
  tx: Transaction<DB>,
  task: QuizTask,
  { fanId, moreTime, receivedAt, timeZone, country, social }: QuestionWish,
): Promise<QuizAttempt> {
  const { taskId } = task;
  const occurrence = occurrencesAt(receivedAt, timeZone)[task.period];
  if (await store.findPass(tx, { fanId, taskId, occurrence })) throw new Refusal('QUIZ_PASSED');
  await assertRewardable(tx, task, { fanId, at: receivedAt, timeZone, country, social });

  const edition = await store.findEdition(tx, { quizId: task.quizId });
  const { triesPerDay } = edition;
  const tries = await readTries(tx, { fanId, taskId, triesPerDay, at: receivedAt, timeZone });
  if (tries.left === 0) {
    const minutes = Math.ceil((tries.resetAt.getTime() - receivedAt.getTime()) / 60_000);
    throw new Refusal('QUIZ_TRIES_USED_UP', {
      tries: triesPerDay,
      hours: Math.floor(minutes / 60),
      minutes: minutes % 60,
    });
  }
  return store.insertAttempt(tx, {
    id: randomUUID(),
    fanId,
    taskId,
    edition,
    day: tries.day,
    tryOfDay: tries.used + 1,
    seed: randomBytes(32),
    begunAt: receivedAt,
    ...timesOf(edition, { begunAt: receivedAt, moreTime }),
  });
}

type ShownQuestion = NonNullable<DataOf<Contract['POST /task/api/v1/taskItem/getQuestion']>['question']>;

/** Shows the question field by field, so that no right answer can be included. */
export function showQuestion({ onPaper, wording, asked }: QuestionInPlay, language: Language): ShownQuestion {
  return {
    questionId: onPaper.questionId,
    place: asked.place,
    choice: wording.choice,
    text: wording.text[language],
    ...showPicture(wording, language),
    options: onPaper.options.map(({ optionId, option }) => ({
      optionId,
      text: wording.options[option]?.[language] ?? '',
    })),
    askedAt: asked.askedAt.toISOString(),
    dueAt: asked.dueAt.toISOString(),
  };
}
