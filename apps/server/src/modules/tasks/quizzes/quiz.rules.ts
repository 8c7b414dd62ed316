import { createHmac } from 'node:crypto';
import type { Language } from '@lightstick/contract';

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

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A question as an operator's content defines it; options are named by their place, from 0. */
export type QuizQuestion = {
  readonly choice: 'single' | 'multiple';
  readonly text: TextInBothLanguages;
  readonly picture?: {
    readonly drawing: 'portrait' | 'cover';
    readonly seed: string;
    readonly alt: TextInBothLanguages;
  };
  readonly options: readonly TextInBothLanguages[];
  readonly right: readonly number[];
  readonly note?: TextInBothLanguages;
};

/** The contents of a quiz, which never change: a corrected quiz is another edition. */
export type QuizEdition = {
  readonly quizId: string;
  readonly edition: string;
  readonly questions: readonly QuizQuestion[];
  /** How many of them an attempt asks. */
  readonly questionCount: number;
  readonly passMark: number;
  readonly secondsPerQuestion: number;
  readonly triesPerDay: number;
  readonly shuffled: boolean;
};

/** One try of a fan. It runs until it is completed; `closesAt` is when no further question is asked. */
export type QuizAttempt = {
  readonly id: string;
  readonly quizId: string;
  readonly edition: string;
  readonly questionCount: number;
  readonly passMark: number;
  readonly seed: Buffer;
  readonly secondsEach: number;
  readonly begunAt: Date;
  readonly closesAt: Date;
  /** Null while it runs, as is how many were right. */
  readonly endedAt: Date | null;
  readonly rightCount: number | null;
  readonly passed: boolean;
};

/** A question of an attempt that the fan was asked. */
export type AskedQuestion = {
  /** 1 for the first. */
  readonly place: number;
  /** Its place in the edition, from 0. */
  readonly question: number;
  readonly askedAt: Date;
  readonly dueAt: Date;
  /** Null until there is an answer; empty for a question that the fan left. */
  readonly chosen: readonly number[] | null;
};

/** An answer as it comes over the wire, under the ids of one attempt. */
export type GivenAnswer = { readonly questionId: string; readonly optionIds: readonly string[] };

/** A question of an attempt and its options, in the order in which a fan sees them, under the ids of that attempt. */
export type PaperQuestion = {
  readonly questionId: string;
  /** Its place in the edition, from 0. */
  readonly question: number;
  readonly options: readonly { readonly optionId: string; readonly option: number }[];
};

/**
 * The paper of an attempt: which questions it asks, in which order, with their options in theirs. All of it follows from
 * the attempt's seed, which never leaves the server, so that it is the same after a reload and tells nothing about another.
 */
export function paperOf(
  { questions, shuffled }: Pick<QuizEdition, 'questions' | 'shuffled'>,
  { seed, questionCount }: Pick<QuizAttempt, 'seed' | 'questionCount'>,
): readonly PaperQuestion[] {
  const drawn = questions
    .map(({ options }, question) => ({
      questionId: idOf(seed, question),
      question,
      options: options
        .map((_, option) => ({ optionId: idOf(seed, question, option), option }))
        .toSorted(by((entry) => (shuffled ? entry.optionId : entry.option))),
    }))
    .toSorted(by((entry) => entry.questionId))
    .slice(0, questionCount);
  return shuffled ? drawn : drawn.toSorted(by((entry) => entry.question));
}

/** Sixteen letters that nobody can tell from chance: as ids they mean nothing, and sorted they are a shuffle. */
function idOf(seed: Buffer, ...place: readonly number[]): string {
  return createHmac('sha256', seed).update(place.join('.')).digest('base64url').slice(0, 16);
}

function by<T>(key: (entry: T) => string | number): (one: T, other: T) => number {
  return (one, other) => (key(one) < key(other) ? -1 : 1);
}
