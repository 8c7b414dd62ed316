import type { Contract, DataOf } from '@lightstick/contract';

export type Activity = DataOf<Contract['GET /activity/api/v1/vote/activity']>;
export type VotingPhase = Activity['state'];

/**
 * Where an election stands at `nowMs` by the server's clock. The last answer may be older than the deadline it tells,
 * so the screen turns by itself at the very second and not with the next answer.
 */
export function votingPhase(
  { state, opensAt, closesAt }: Pick<Activity, 'state' | 'opensAt' | 'closesAt'>,
  nowMs: number,
): VotingPhase {
  if (state === 'scheduled' && nowMs < Date.parse(opensAt)) return 'scheduled';
  if (state === 'scheduled' || state === 'open') return nowMs < Date.parse(closesAt) ? 'open' : 'closing';
  return state;
}
