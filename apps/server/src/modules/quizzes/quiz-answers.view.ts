import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { occurrencesAt } from '#/modules/tasks/index.ts';
import { type PaperQuestion, paperOf } from './quiz-paper.ts';
import { findQuizTask } from './quiz-task.ts';
import { showOutcome } from './quiz.view.ts';
import { isRight } from './quiz.rules.ts';
import type { AskedQuestion, QuizQuestion } from './quiz.ts';
import { findEdition, findLastEnded, findPass, listAsked } from './quizzes.store.ts';
import { showPicture } from './show-picture.ts';

type QuizAnswers = DataOf<Contract['POST /task/api/v1/taskItem/getAnswer']>;

/**
 * The right answers of the attempt with which a fan has passed in this occurrence; and when the task has ended for
 * everybody, of the last one. Whoever can still win is told nothing, a fan who has failed today included.
 *
 * @throws Refusal TASK_NOT_FOUND, TASK_NOT_OPEN, QUIZ_NOT_BEGUN, QUIZ_ANSWERS_CLOSED
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
