import type { Contract, DataOf } from '@lightstick/contract';

export type Activity = DataOf<Contract['GET /activity/api/v1/vote/activity']>;
/** Where an election stands for whoever would vote; `between`: a round is over and the next has not opened. */
export type VotingPhase = Activity['state'] | 'between';

/** A round as lists of elections tell it. */
export type RoundTimes = Pick<Activity['rounds'][number], 'round' | 'opensAt' | 'closesAt'>;

type Times = Pick<Activity, 'state' | 'opensAt' | 'closesAt'> & { readonly rounds?: readonly RoundTimes[] };

/**
 * Where an election stands at `nowMs` by the server's clock. The last answer may be older than the deadline it tells,
 * so the screen turns by itself at the very second and not with the next answer.
 */
export function votingPhase({ state, opensAt, closesAt, rounds }: Times, nowMs: number): VotingPhase {
  if (state === 'scheduled' && nowMs < Date.parse(opensAt)) return 'scheduled';
  if (state !== 'scheduled' && state !== 'open') return state;
  if (nowMs >= Date.parse(closesAt)) return 'closing';
  return breakBegan(rounds, nowMs) === undefined ? 'open' : 'between';
}

/** Since when it has been a break between rounds at `nowMs` by the server's clock; undefined where it is none. */
export function breakBegan(rounds: readonly RoundTimes[] = [], nowMs: number): string | undefined {
  const latest = rounds.findLast((round) => nowMs >= Date.parse(round.opensAt));
  return latest && nowMs >= Date.parse(latest.closesAt) ? latest.closesAt : undefined;
}
