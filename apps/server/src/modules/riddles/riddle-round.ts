import type { Contract, DataOf, Language } from '@lightstick/contract';

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A round of riddles as an operator's content defines it. Amounts are Points. */
export type RiddleRound = {
  readonly roundId: string;
  readonly taskId: string;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  /** For one right answer, for two, … for all. */
  readonly rewards: readonly number[];
  readonly budget: number;
  /** The most that everybody who has unlocked the round can win together. */
  readonly reserved: number;
};

/** A riddle without what solves it: that is read by nothing but the marking and the correct answers. */
export type Riddle = {
  readonly riddleId: string;
  readonly roundId: string;
  readonly text: TextInBothLanguages;
  readonly hint: TextInBothLanguages;
};

/** Where a fan stands in a round they have unlocked; `markedAt` and what follows are null until it is marked. */
export type Unlock = {
  readonly roundId: string;
  readonly unlockedAt: Date;
  readonly markedAt: Date | null;
  readonly rightCount: number | null;
  readonly reward: number | null;
  readonly shownAt: Date | null;
};

export type MyAnswers = DataOf<Contract['POST /task/api/v1/riddle/getMyAnswers']>;
