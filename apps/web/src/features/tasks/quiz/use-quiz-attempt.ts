import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import type { Answer, QuizStage } from './quiz.ts';

type Step = { readonly answers: readonly Answer[]; readonly moreTime?: boolean; readonly isLast?: boolean };

/**
 * Leads through an attempt. What is handed in may be sent again however often: the server keeps the first answer of a
 * question, and tells a repeat how its attempt came out.
 */
export function useQuizAttempt(taskId: string) {
  const queryClient = useQueryClient();
  const [stage, setStage] = useState<QuizStage>({ kind: 'start', isBack: false });
  const step = useMutation({
    meta: { shownInPlace: true },
    mutationFn: (wanted: Step) => takeStep(taskId, wanted),
    onSuccess: (next) => setStage(next),
    onSettled(next) {
      // Whoever has passed has a reward to fetch, and the tries have changed; also where the answer that says so is lost.
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
    handIn: (answer: Answer, isLast: boolean) => step.mutate({ answers: [answer], isLast }),
    /** Ends an attempt of which every question was asked. */
    complete: () => step.mutate({ answers: [], isLast: true }),
    /** Back to where the next attempt begins; its time starts there, and not here. */
    toStart: () => setStage({ kind: 'start', isBack: true }),
  };
}

async function takeStep(taskId: string, { answers, moreTime = false, isLast = false }: Step): Promise<QuizStage> {
  const given = answers.map(({ questionId, optionIds }) => ({ questionId, optionIds: [...optionIds] }));
  if (!isLast) {
    const body = { taskId, answers: given, moreTime };
    const { question, questionCount } = await call('POST /task/api/v1/taskItem/getQuestion', { body });
    if (question) return { kind: 'question', question, questionCount };
  }
  const body = { taskId, answers: given };
  return { kind: 'result', outcome: await call('POST /task/api/v1/taskItem/completeExams', { body }) };
}
