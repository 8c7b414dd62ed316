import type { Language } from '@lightstick/contract';

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
