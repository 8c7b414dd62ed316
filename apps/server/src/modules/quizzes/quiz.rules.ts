import type { AskedQuestion, QuizAttempt, QuizEdition, QuizQuestion } from './quiz.ts';

/** How long an answer may be on its way through the network. */
const graceMs = 2_000;

/** What a fan may pause in all, between questions whose time is over and the next, before the attempt closes. */
const pauseSeconds = 300;

/**
 * How many times as long a fan has who asks for more time: what WCAG 2.2 wants time limits to be adjustable to (criterion
 * 2.2.1), without having to tell anybody why.
 */
export const moreTimeFactor = 10;

/** The times of an attempt that begins then: seconds for each question, and when it closes. */
export function timesOf(
  { secondsPerQuestion, questionCount }: Pick<QuizEdition, 'secondsPerQuestion' | 'questionCount'>,
  { begunAt, moreTime }: { begunAt: Date; moreTime: boolean },
): { secondsEach: number; closesAt: Date } {
  const factor = moreTime ? moreTimeFactor : 1;
  const secondsEach = secondsPerQuestion * factor;
  const seconds = secondsEach * questionCount + pauseSeconds * factor;
  return { secondsEach, closesAt: new Date(begunAt.getTime() + seconds * 1000) };
}

/** When the time of a question is over that is asked then. */
export function dueAt({ secondsEach }: Pick<QuizAttempt, 'secondsEach'>, askedAt: Date): Date {
  return new Date(askedAt.getTime() + secondsEach * 1000);
}

/**
 * When something happened that can only follow something else. By its receipt it may lie before: a call waits for the one
 * that came in between, and the clocks of two servers differ.
 */
export function notBefore(earliest: Date, receivedAt: Date): Date {
  return receivedAt < earliest ? earliest : receivedAt;
}

/** Whether an answer that was received then is in time. */
export function isInTime({ dueAt: due }: Pick<AskedQuestion, 'dueAt'>, receivedAt: Date): boolean {
  return receivedAt.getTime() <= due.getTime() + graceMs;
}

/** The question that can be answered at that instant. */
export function openQuestion(asked: readonly AskedQuestion[], at: Date): AskedQuestion | undefined {
  const last = asked.at(-1);
  return last && last.chosen === null && isInTime(last, at) ? last : undefined;
}

/** Whether another question can be asked at that instant, after those that were. */
export function hasNext(
  { questionCount, closesAt }: Pick<QuizAttempt, 'questionCount' | 'closesAt'>,
  asked: readonly AskedQuestion[],
  at: Date,
): boolean {
  return asked.length < questionCount && at < closesAt;
}

/** Right is who chose all right options and no other. */
export function isRight({ right }: Pick<QuizQuestion, 'right'>, chosen: readonly number[] | null): boolean {
  return chosen !== null && new Set(chosen).symmetricDifference(new Set(right)).size === 0;
}

/** How many of the questions that were asked are answered right. */
export function countRight({ questions }: Pick<QuizEdition, 'questions'>, asked: readonly AskedQuestion[]): number {
  return asked.filter(({ question, chosen }) => {
    const wording = questions[question];
    return wording !== undefined && isRight(wording, chosen);
  }).length;
}
