import type { Contract, DataOf } from '@lightstick/contract';

export type Quiz = DataOf<Contract['POST /task/api/v1/taskItem/getQuiz']>;
type Asked = DataOf<Contract['POST /task/api/v1/taskItem/getQuestion']>;
export type Question = NonNullable<Asked['question']>;
export type Outcome = DataOf<Contract['POST /task/api/v1/taskItem/completeExams']>;
export type QuizAnswers = DataOf<Contract['POST /task/api/v1/taskItem/getAnswer']>;
export type Picture = NonNullable<Question['picture']>;

/** A fan's answer to a question; without options it is skipped. */
export type Answer = { readonly questionId: string; readonly optionIds: readonly string[] };

/** The state of the sheet: start, question or result. */
export type QuizStage =
  | { readonly kind: 'start'; readonly isBack: boolean }
  | { readonly kind: 'question'; readonly question: Question; readonly questionCount: number }
  | { readonly kind: 'result'; readonly outcome: Outcome };

/** The chosen options after a press: replaced for a single choice, else toggled. */
export function chosenAfter(
  chosen: readonly string[],
  optionId: string,
  choice: Question['choice'],
): readonly string[] {
  if (choice === 'single') return [optionId];
  return chosen.includes(optionId) ? chosen.filter((one) => one !== optionId) : [...chosen, optionId];
}

/** Seconds that are left of a question, and how much of its whole time that is, from 1 down to 0. */
export function timeLeft({ askedAt, dueAt }: Question, nowMs: number): { seconds: number; part: number } {
  const dueMs = Date.parse(dueAt);
  const leftMs = Math.max(0, dueMs - nowMs);
  return { seconds: Math.ceil(leftMs / 1000), part: Math.min(1, leftMs / (dueMs - Date.parse(askedAt))) };
}
