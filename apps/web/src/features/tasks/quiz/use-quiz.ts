import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call } from '#/lib/api/call.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { tasksKey } from '../use-tasks.ts';
import type { Quiz, QuizAnswers } from './quiz.ts';

/** What is told before a quiz. Always asked anew: tries are used elsewhere too, and come back at midnight. */
export function useQuiz(taskId: string): UseQueryResult<Quiz> {
  return useQuery({
    queryKey: [...tasksKey(useAccountId()), 'quiz', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getQuiz', { body: { taskId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The right answers, once the quiz is over for the fan. */
export function useQuizAnswers(taskId: string): UseQueryResult<QuizAnswers> {
  return useQuery({
    queryKey: [...tasksKey(useAccountId()), 'quizAnswers', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getAnswer', { body: { taskId } }, { signal }),
    gcTime: 0,
  });
}
