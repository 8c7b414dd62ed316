import type { Contract, DataOf } from '@lightstick/contract';

export type RiddleRound = DataOf<Contract['POST /task/api/v1/riddle/getRiddleList']>['rounds'][number];
export type Riddle = NonNullable<RiddleRound['riddles']>[number];
export type RiddleStatus = DataOf<Contract['POST /task/api/v1/riddle/getUserRiddleStatus']>['rounds'][number];
export type MyAnswers = DataOf<Contract['POST /task/api/v1/riddle/getMyAnswers']>;

/** The latest result that has a pop-up to come, beyond the rounds that have been asked about already. */
export function resultToShow(statuses: readonly RiddleStatus[], asked: readonly string[]): RiddleStatus | undefined {
  return statuses.find(({ roundId, result, popShown }) => result !== null && !popShown && !asked.includes(roundId));
}

/** Whether a round that has closed is still to be marked, so that asking again soon is worth it. */
export function awaitsMarking(rounds: readonly RiddleRound[], statuses: readonly RiddleStatus[]): boolean {
  const closed = new Set(rounds.filter(({ state }) => state === 'closed').map(({ roundId }) => roundId));
  return statuses.some(({ roundId, result }) => result === null && closed.has(roundId));
}
