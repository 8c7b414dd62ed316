import { type Contract, type DataOf, type Language, taskTypes } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { drawCover, drawPortrait } from '#/modules/art/index.ts';
import type { Completion, CompletionCheck, CompletionQuery } from '#/modules/tasks/completion-check.ts';
import { occurrencesAt } from '#/modules/tasks/task.rules.ts';
import type { ParticipationSource } from '#/modules/tasks/participations.view.ts';
import { findOpenQuizTask, findQuizTask, readTries } from './quiz-task.ts';
import {
  hasNext,
  moreTimeFactor,
  openQuestion,
  type QuizAttempt,
  type PaperQuestion,
  paperOf,
  isRight,
  type AskedQuestion,
  type QuizQuestion,
} from './quiz.rules.ts';
import { findEdition, findLastEnded, findPass, findRunning, listAsked } from './quizzes.store.ts';

type Quiz = DataOf<Contract['POST /task/api/v1/taskItem/getQuiz']>;

/** Reads the introduction of a quiz for a fan, and their state. */
export async function readQuiz(
  db: Kysely<DB>,
  { fanId, taskId, at, timeZone }: { fanId: number; taskId: string; at: Date; timeZone: string },
): Promise<Quiz> {
  const task = await findOpenQuizTask(db, { taskId, at });
  const { questionCount, passMark, secondsPerQuestion, triesPerDay } = await findEdition(db, { quizId: task.quizId });
  const tries = await readTries(db, { fanId, taskId, triesPerDay, at, timeZone });
  const occurrence = occurrencesAt(at, timeZone)[task.period];
  const pass = await findPass(db, { fanId, taskId, occurrence });
  const running = await findRunning(db, { fanId, taskId });
  const last = await findLastEnded(db, { fanId, taskId });
  return {
    taskId,
    questionCount,
    passMark,
    secondsPerQuestion,
    moreTimeFactor,
    triesPerDay,
    triesLeft: tries.left,
    triesResetAt: tries.resetAt.toISOString(),
    attempt: running ? await stateOf(db, running, at) : 'none',
    passed: pass !== undefined,
    ...(last && { lastOutcome: showOutcome(last) }),
    answersOpen: pass !== undefined,
  };
}

async function stateOf(db: Kysely<DB>, attempt: QuizAttempt, at: Date): Promise<Quiz['attempt']> {
  const asked = await listAsked(db, attempt.id);
  return openQuestion(asked, at) || hasNext(attempt, asked, at) ? 'asking' : 'asked';
}

/** Shows the result of a finished attempt. */
export function showOutcome({ rightCount, questionCount, passMark, passed }: QuizAttempt) {
  return { rightCount: rightCount ?? 0, questionCount, passMark, passed };
}

const draw = { cover: drawCover, portrait: drawPortrait } as const;

/** Draws the picture of a question on the server, because the address of a drawing names its subject. */
export function showPicture({ picture }: Pick<QuizQuestion, 'picture'>, language: Language) {
  return picture && { picture: { svg: draw[picture.drawing](picture.seed), alt: picture.alt[language] } };
}

type QuizAnswers = DataOf<Contract['POST /task/api/v1/taskItem/getAnswer']>;

/**
 * Reads the right answers of the attempt that the fan has passed in this occurrence, or of the last one when the task
 * has ended. A fan who can still win sees none, even after failing today.
 */
export async function readAnswers(
  db: Kysely<DB>,
  {
    fanId,
    taskId,
    language,
    at,
    timeZone,
  }: { fanId: number; taskId: string; language: Language; at: Date; timeZone: string },
): Promise<QuizAnswers> {
  const { task, hasEnded } = await findQuizTask(db, { taskId, at });
  const occurrence = occurrencesAt(at, timeZone)[task.period];
  const last = await findLastEnded(db, { fanId, taskId });
  if (!last) throw new Refusal('QUIZ_NOT_BEGUN');
  const attempt = (await findPass(db, { fanId, taskId, occurrence })) ?? (hasEnded ? last : undefined);
  if (!attempt) throw new Refusal('QUIZ_ANSWERS_CLOSED');

  const edition = await findEdition(db, attempt);
  const asked = new Map((await listAsked(db, attempt.id)).map((one) => [one.question, one]));
  return {
    taskId,
    ...showOutcome(attempt),
    questions: paperOf(edition, attempt).flatMap((onPaper) => {
      const wording = edition.questions[onPaper.question];
      return wording ? [showAnswer(onPaper, { wording, asked: asked.get(onPaper.question), language })] : [];
    }),
  };
}

function showAnswer(
  { options }: PaperQuestion,
  { wording, asked, language }: { wording: QuizQuestion; asked: AskedQuestion | undefined; language: Language },
): QuizAnswers['questions'][number] {
  const chosen = asked?.chosen ?? null;
  return {
    choice: wording.choice,
    text: wording.text[language],
    ...showPicture(wording, language),
    options: options.map(({ option }) => ({
      text: wording.options[option]?.[language] ?? '',
      right: wording.right.includes(option),
      chosen: chosen?.includes(option) ?? false,
    })),
    ...(wording.note && { note: wording.note[language] }),
    answered: chosen !== null && chosen.length > 0,
    right: isRight(wording, chosen),
  };
}

/** Returns the quizzes a fan has finished; the claim shows what a passed one paid. */
export const quizParticipations: ParticipationSource = (fanId) => sql`
  select task_id, occurrence, begun_at, null, 'started' from quiz_attempt
   where fan_id = ${fanId} and occurrence is not null`;

/** Checks who passed a task's quiz in the current occurrence; the reward is claimed like any other. */
export const quizCompletionCheck: CompletionCheck = {
  typeIds: new Set(taskTypes.quiz),
  async check(db, question) {
    const passed = await listPassed(db, question);
    return new Map(
      question.tasks
        .filter((task) => task.quizId !== null)
        .map((task): [string, Completion] => [
          task.taskId,
          { state: passed.has(`${task.taskId} ${question.occurrences[task.period]}`) ? 'completed' : 'available' },
        ]),
    );
  },
};

/** Lists tasks and occurrences, joined in one text each. */
async function listPassed(
  db: Kysely<DB>,
  { fanId, tasks, occurrences }: CompletionQuery,
): Promise<ReadonlySet<string>> {
  if (fanId === undefined) return new Set();
  const { rows } = await sql<{ taskId: string; occurrence: string }>`
    select task_id as "taskId", occurrence from quiz_attempt
     where fan_id = ${fanId} and task_id = any(${tasks.map(({ taskId }) => taskId)}::text[])
       and occurrence = any(${Object.values(occurrences)}::text[]) and passed`.execute(db);
  return new Set(rows.map(({ taskId, occurrence }) => `${taskId} ${occurrence}`));
}
