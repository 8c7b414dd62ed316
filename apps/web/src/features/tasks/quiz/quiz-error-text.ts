import type { Contract, ErrorOf } from '@lightstick/contract';
import { refusalText } from '#/lib/failure/refusal-text.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { obstacleTexts } from '../task-error-text.ts';

type QuizRefusal =
  | ErrorOf<Contract['POST /task/api/v1/taskItem/getQuiz']>
  | ErrorOf<Contract['POST /task/api/v1/taskItem/getQuestion']>
  | ErrorOf<Contract['POST /task/api/v1/taskItem/completeExams']>
  | ErrorOf<Contract['POST /task/api/v1/taskItem/getAnswer']>;

/** Complete by construction: a refusal added to the contract is a type error here until someone words it. */
const texts: Record<QuizRefusal, MessageId> = {
  TASK_NOT_FOUND: 'task.refused.notFound',
  TASK_NOT_OPEN: 'task.refused.notOpen',
  TASK_ENDED: 'task.refused.ended',
  ...obstacleTexts,
  QUIZ_TRIES_USED_UP: 'quiz.refused.asItIs',
  QUIZ_PASSED: 'quiz.refused.asItIs',
  QUIZ_NOT_BEGUN: 'quiz.refused.reopen',
  QUIZ_ANSWER_UNKNOWN: 'quiz.refused.reopen',
  QUIZ_ONE_OPTION_ONLY: 'quiz.refused.asItIs',
  QUIZ_ANSWERS_CLOSED: 'quiz.refused.asItIs',
};

export function quizErrorText(error: Error, t: Translate): string {
  return refusalText(error, texts, t);
}
