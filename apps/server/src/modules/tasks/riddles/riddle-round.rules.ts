import type { Contract, DataOf, Language } from '@lightstick/contract';

type RoundState = 'coming' | 'open' | 'closed';
type Window = Pick<RiddleRound, 'opensAt' | 'closesAt'>;

/**
 * How long after its closing a round is marked. An answer counts by when the server has received it, so whatever was
 * received in time is written by then; and no clock of another replica is so far behind that it would still take answers.
 */
const settlingMs = 15_000;

/** What a fan sees of a round at an instant. The instant of closing is no longer within. */
export function roundState({ opensAt, closesAt }: Window, at: Date): RoundState {
  if (at >= closesAt) return 'closed';
  return at < opensAt ? 'coming' : 'open';
}

/** Whether answers may be told, and marked: from here on nobody can change theirs. */
export function isSettled({ closesAt }: Pick<Window, 'closesAt'>, at: Date): boolean {
  return closesAt <= lastSettledClosing(at);
}

/** Rounds that have closed until then are settled now. */
export function lastSettledClosing(at: Date): Date {
  return new Date(at.getTime() - settlingMs);
}

/** The most that a fan can win in a round. */
export function mostReward({ rewards }: Pick<RiddleRound, 'rewards'>): number {
  return rewards.at(-1) ?? 0;
}

/** How many more fans can unlock a round, so that its budget still pays everybody who has all answers right. */
export function placesLeft(round: Pick<RiddleRound, 'rewards' | 'budget' | 'reserved'>): number {
  return Math.floor((round.budget - round.reserved) / mostReward(round));
}

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
