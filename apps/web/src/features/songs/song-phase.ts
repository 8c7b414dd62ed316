import type { Contract, DataOf } from '@lightstick/contract';

export type SongEvent = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/songList']>['event']>;
export type SongPhase = SongEvent['state'];
type Times = Pick<SongEvent, 'state' | 'nominations' | 'final'>;

/**
 * Where an event stands at `nowMs` by the server's clock. The last answer may be older than a deadline it tells, so the
 * screen turns by itself at the very second, but never into a round whose songs are not known yet.
 */
export function songPhase({ state, nominations, final }: Times, nowMs: number): SongPhase {
  if (state === 'ended' || state === 'counting') return state;
  if (nowMs < Date.parse(nominations.opensAt)) return state === 'scheduled' ? 'scheduled' : state;
  if (nowMs < Date.parse(nominations.closesAt)) return state === 'scheduled' ? 'nominating' : state;
  if (nowMs < Date.parse(final.opensAt) || !nominations.isFrozen) return 'between';
  return nowMs < Date.parse(final.closesAt) ? 'final' : 'counting';
}

/** The next deadline of a phase; nothing when no clock can tell what comes. */
export function deadlineOf({ nominations, final }: Times, phase: SongPhase): string | undefined {
  const deadlines = {
    scheduled: nominations.opensAt,
    nominating: nominations.closesAt,
    between: final.opensAt,
    final: final.closesAt,
    counting: undefined,
    ended: undefined,
  } as const;
  return deadlines[phase];
}

/** Whether a round is over whose result is not there yet. */
export function isCountingAt(event: Times, nowMs: number): boolean {
  const phase = songPhase(event, nowMs);
  return phase === 'counting' || (phase === 'between' && !event.nominations.isFrozen);
}
