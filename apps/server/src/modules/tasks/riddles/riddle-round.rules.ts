import type { Contract, DataOf, Language } from '@lightstick/contract';

type RoundState = 'coming' | 'open' | 'closed';
type RoundWindow = Pick<RiddleRound, 'opensAt' | 'closesAt'>;

/**
 * The delay of the marking after the close. Answers count by their receipt, so all that came in time are written by then,
 * and no replica's clock is slow enough to accept more.
 */
const settlingMs = 15_000;

/** Returns a round's state for a fan. The instant of closing is outside. */
export function roundState({ opensAt, closesAt }: RoundWindow, at: Date): RoundState {
  if (at >= closesAt) return 'closed';
  return at < opensAt ? 'coming' : 'open';
}

/** Returns whether answers may be revealed and marked: no fan can change them any more. */
export function isSettled({ closesAt }: Pick<RoundWindow, 'closesAt'>, at: Date): boolean {
  return closesAt <= lastSettledClosing(at);
}

/** Returns the latest closing of rounds that are settled now. */
export function lastSettledClosing(at: Date): Date {
  return new Date(at.getTime() - settlingMs);
}

/** Returns the largest reward of a round. */
export function mostReward({ rewards }: Pick<RiddleRound, 'rewards'>): number {
  return rewards.at(-1) ?? 0;
}

/**
 * Returns the number of fans who can still unlock a round so that its budget pays all of them for all right answers.
 */
export function placesLeft(round: Pick<RiddleRound, 'rewards' | 'budget' | 'reserved'>): number {
  return Math.floor((round.budget - round.reserved) / mostReward(round));
}

type TextInBothLanguages = Readonly<Record<Language, string>>;

/** A round of riddles of a content pack. Amounts are Points. */
export type RiddleRound = {
  readonly roundId: string;
  readonly taskId: string;
  readonly title: TextInBothLanguages;
  readonly description: TextInBothLanguages;
  readonly opensAt: Date;
  readonly closesAt: Date;
  readonly price: number;
  /** The rewards for one right answer, for two, … for all. */
  readonly rewards: readonly number[];
  readonly budget: number;
  /** The most that all fans who unlocked the round can win. */
  readonly reserved: number;
};

/** A riddle without its solution, which only the marking and the correct answers read. */
export type Riddle = {
  readonly riddleId: string;
  readonly roundId: string;
  readonly text: TextInBothLanguages;
  readonly hint: TextInBothLanguages;
};

/** A fan's state in an unlocked round; `markedAt` and the fields after it are null until it is marked. */
export type Unlock = {
  readonly roundId: string;
  readonly unlockedAt: Date;
  readonly markedAt: Date | null;
  readonly rightCount: number | null;
  readonly reward: number | null;
  readonly shownAt: Date | null;
};

export type MyAnswers = DataOf<Contract['POST /task/api/v1/riddle/getMyAnswers']>;
