import type { Contract, DataOf, ErrorOf } from '@lightstick/contract';
import { useMutation, useQueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { obstacleTexts } from '#/features/tasks/task-error-text.ts';
import { tasksKey } from '#/features/tasks/use-tasks.ts';
import { call } from '#/lib/api/call.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { refusalText } from '#/lib/refusal-text.ts';
import { useAccountId } from '#/lib/session/session.ts';

export type Quiz = DataOf<Contract['POST /task/api/v1/taskItem/getQuiz']>;
type AttemptStage = DataOf<Contract['POST /task/api/v1/taskItem/getQuestion']>;
export type AttemptQuestion = NonNullable<AttemptStage['question']>;
export type AttemptOutcome = DataOf<Contract['POST /task/api/v1/taskItem/completeExams']>;
export type QuizAnswers = DataOf<Contract['POST /task/api/v1/taskItem/getAnswer']>;
export type Picture = NonNullable<AttemptQuestion['picture']>;

/** A fan's answer to a question; without options it is skipped. */
export type QuizAnswer = { readonly questionId: string; readonly optionIds: readonly string[] };

/** The state of the sheet: start, question or result. */
type QuizStage =
  | { readonly kind: 'start'; readonly isBack: boolean }
  | { readonly kind: 'question'; readonly question: AttemptQuestion; readonly questionCount: number }
  | { readonly kind: 'result'; readonly outcome: AttemptOutcome };

/** Returns the chosen options after a press: replaced for a single choice, else toggled. */
export function chosenAfter(
  chosen: readonly string[],
  optionId: string,
  choice: AttemptQuestion['choice'],
): readonly string[] {
  if (choice === 'single') return [optionId];
  return chosen.includes(optionId) ? chosen.filter((one) => one !== optionId) : [...chosen, optionId];
}

/** Returns the seconds that are left of a question, and their part of its whole time, from 1 down to 0. */
export function timeLeft({ askedAt, dueAt }: AttemptQuestion, nowMs: number): { seconds: number; part: number } {
  const dueMs = Date.parse(dueAt);
  const leftMs = Math.max(0, dueMs - nowMs);
  return { seconds: Math.ceil(leftMs / 1000), part: Math.min(1, leftMs / (dueMs - Date.parse(askedAt))) };
}

type AttemptStep = { readonly answers: readonly QuizAnswer[]; readonly moreTime?: boolean; readonly isLast?: boolean };

/** Runs an attempt. Submissions are safe to retry: the server keeps the first answer and repeats its outcome. */
export function useQuizAttempt(taskId: string) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<QuizStage>({ kind: 'start', isBack: false });
  const step = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (wanted: AttemptStep) => takeStep(taskId, wanted),
    onSuccess: (next) => setStage(next),
    onSettled(next) {
      // A pass has a reward and uses a try, even when the response is lost.
      if (next?.kind !== 'question') void queryClient.invalidateQueries({ queryKey: queryKeys.tasks });
    },
  });
  return {
    stage,
    isPending: step.isPending,
    error: step.error,
    /** Begins an attempt, or goes on with the one that runs. */
    ask: (moreTime: boolean) => step.mutate({ answers: [], moreTime }),
    /** Hands in the answer of a question, and goes on to the next, or to the end. */
    handIn: (answer: QuizAnswer, isLast: boolean) => step.mutate({ answers: [answer], isLast }),
    /** Ends an attempt after its last question. */
    complete: () => step.mutate({ answers: [], isLast: true }),
    /** Back to where the next attempt begins; its time starts there, and not here. */
    toStart: () => setStage({ kind: 'start', isBack: true }),
  };
}

async function takeStep(
  taskId: string,
  { answers, moreTime = false, isLast = false }: AttemptStep,
): Promise<QuizStage> {
  const given = answers.map(({ questionId, optionIds }) => ({ questionId, optionIds: [...optionIds] }));
  if (!isLast) {
    const body = { taskId, answers: given, moreTime };
    const { question, questionCount } = await call('POST /task/api/v1/taskItem/getQuestion', { body });
    if (question) return { kind: 'question', question, questionCount };
  }
  const body = { taskId, answers: given };
  return { kind: 'result', outcome: await call('POST /task/api/v1/taskItem/completeExams', { body }) };
}

/** Loads the introduction of a quiz. Never cached: tries are also used elsewhere and reset at midnight. */
export function useQuiz(taskId: string): UseQueryResult<Quiz> {
  return useQuery({
    queryKey: [...tasksKey(useAccountId()), 'quiz', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getQuiz', { body: { taskId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Loads the right answers, once the quiz is over for the fan. */
export function useQuizAnswers(taskId: string): UseQueryResult<QuizAnswers> {
  return useQuery({
    queryKey: [...tasksKey(useAccountId()), 'quizAnswers', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getAnswer', { body: { taskId } }, { signal }),
    gcTime: 0,
  });
}

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
