import type { Ranking } from './standings.ts';

const states = ['scheduled', 'open', 'closing', 'tallying', 'final'];
const orderOf = ({ round, roundState, frozenAt, version }: Ranking) => {
  const state = states.indexOf(roundState);
  return [round, state > 3 ? 2 : Number(frozenAt !== null), version, state] as const;
};

/**
 * The newer of two rankings: an answer that was slower than the stream must not turn the screen back, nor a process of the
 * server that has not heard yet of the end. A round goes from its live count over the frozen one to its result.
 */
export function newerRanking(known: Ranking | undefined, next: Ranking): Ranking {
  const before = known && orderOf(known);
  const step =
    before &&
    orderOf(next)
      .map((value, index) => value - (before[index] ?? 0))
      .find(Boolean);
  return known && step && step < 0 ? known : next;
}
