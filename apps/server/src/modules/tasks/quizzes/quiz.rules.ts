import { createHmac } from 'node:crypto';
import type { Language } from '@lightstick/contract';

/** The allowance for the network. */
const graceMs = 2_000;

/** The total pause a fan may take between questions before the attempt closes. */
const pauseSeconds = 300;

/**
 * The factor for fans who ask for more time, which WCAG 2.2 requires of adjustable time limits (criterion 2.2.1), without a
 * reason.
 */
export const moreTimeFactor = 10;

/** Returns the times of an attempt: seconds per question, and when it closes. */
export function timesOf(
  { secondsPerQuestion, questionCount }: Pick<QuizEdition, 'secondsPerQuestion' | 'questionCount'>,
  { begunAt, moreTime }: { begunAt: Date; moreTime: boolean },
): { secondsEach: number; closesAt: Date } {
  const factor = moreTime ? moreTimeFactor : 1;
  const secondsEach = secondsPerQuestion * factor;
  const seconds = secondsEach * questionCount + pauseSeconds * factor;
  return { secondsEach, closesAt: new Date(begunAt.getTime() + seconds * 1000) };
}

/** Returns when the time of a question asked at that instant ends. */
export function dueAt({ secondsEach }: Pick<QuizAttempt, 'secondsEach'>, askedAt: Date): Date {
  return new Date(askedAt.getTime() + secondsEach * 1000);
}

/**
 * Returns the later of both: by its receipt an event may seem to precede its cause, because calls wait and the clocks
 * of two servers differ.
 */
export function notBefore(earliest: Date, receivedAt: Date): Date {
  return receivedAt < earliest ? earliest : receivedAt;
}

/** Returns whether an answer received at that instant is in time. */
export function isInTime({ dueAt: due }: Pick<AskedQuestion, 'dueAt'>, receivedAt: Date): boolean {
  return receivedAt.getTime() <= due.getTime() + graceMs;
}

/** Returns the question that can be answered at that instant. */
export function openQuestion(asked: readonly AskedQuestion[], at: Date): AskedQuestion | undefined {
  const last = asked.at(-1);
  return last && last.chosen === null && isInTime(last, at) ? last : undefined;
}

/** Returns whether another question can be asked at that instant. */
export function hasNext(
  { questionCount, closesAt }: Pick<QuizAttempt, 'questionCount' | 'closesAt'>,
  asked: readonly AskedQuestion[],
  at: Date,
): boolean {
  return asked.length < questionCount && at < closesAt;
}

/** Returns whether an answer has all right options and no other. */
export function isRight({ right }: Pick<QuizQuestion, 'right'>, chosen: readonly number[] | null): boolean {
  return chosen !== null && new Set(chosen).symmetricDifference(new Set(right)).size === 0;
}

/** Counts the asked questions with right answers. */
export function countRight({ questions }: Pick<QuizEdition, 'questions'>, asked: readonly AskedQuestion[]): number {
  return asked.filter(({ question, chosen }) => {
    const wording = questions[question];
    return wording !== undefined && isRight(wording, chosen);
  }).length;
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A question of a content pack; options are numbered from 0. */
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
  /** The number of questions an attempt asks. */
  readonly questionCount: number;
  readonly passMark: number;
  readonly secondsPerQuestion: number;
  readonly triesPerDay: number;
  readonly shuffled: boolean;
};

/** A fan's try. It runs until it is completed; no question is asked after `closesAt`. */
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
  /** Null while it runs, like the right count. */
  readonly endedAt: Date | null;
  readonly rightCount: number | null;
  readonly passed: boolean;
};

/** A question that an attempt has asked. */
export type AskedQuestion = {
  /** The place, from 1. */
  readonly place: number;
  /** Its index in the edition, from 0. */
  readonly question: number;
  readonly askedAt: Date;
  readonly dueAt: Date;
  /** Null until answered; empty for a skipped question. */
  readonly chosen: readonly number[] | null;
};

/** An answer of the wire, with ids of one attempt. */
export type GivenAnswer = { readonly questionId: string; readonly optionIds: readonly string[] };

/** A question of an attempt with its options in the fan's order, with ids of that attempt. */
export type PaperQuestion = {
  readonly questionId: string;
  /** Its index in the edition, from 0. */
  readonly question: number;
  readonly options: readonly { readonly optionId: string; readonly option: number }[];
};

/**
 * Returns the paper of an attempt: its questions and options in their order. All of it derives from the attempt's seed,
 * which never leaves the server, so it survives a reload and reveals nothing about other attempts.
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
        .toSorted(compareBy((entry) => (shuffled ? entry.optionId : entry.option))),
    }))
    .toSorted(compareBy((entry) => entry.questionId))
    .slice(0, questionCount);
  return shuffled ? drawn : drawn.toSorted(compareBy((entry) => entry.question));
}

/** Returns sixteen pseudorandom letters: meaningless as ids, and a shuffle when sorted. */
function idOf(seed: Buffer, ...place: readonly number[]): string {
  return createHmac('sha256', seed).update(place.join('.')).digest('base64url').slice(0, 16);
}

function compareBy<T>(key: (entry: T) => string | number): (one: T, other: T) => number {
  return (one, other) => (key(one) < key(other) ? -1 : 1);
}
