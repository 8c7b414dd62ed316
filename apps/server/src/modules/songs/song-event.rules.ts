import type { Contract, DataOf } from '@lightstick/contract';
import type { TextInBothLanguages } from '#/modules/elections/index.ts';

type SongEventState = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/songList']>['event']>['state'];
type SongEventTimes = Pick<
  SongEvent,
  | 'nominationsOpenAt'
  | 'nominationsCloseAt'
  | 'finalOpensAt'
  | 'finalClosesAt'
  | 'nominationsFrozenAt'
  | 'finalFrozenAt'
>;

/**
 * Returns an event's state. It stays `between` or `counting` until the round before is frozen, whatever the clock
 * shows.
 */
export function songEventState(event: SongEventTimes, at: Date): SongEventState {
  if (event.finalFrozenAt) return 'ended';
  if (at < event.nominationsOpenAt) return 'scheduled';
  if (at < event.nominationsCloseAt && !event.nominationsFrozenAt) return 'nominating';
  if (at < event.finalOpensAt || !event.nominationsFrozenAt) return 'between';
  return at < event.finalClosesAt ? 'final' : 'counting';
}

/**
 * Selects the event on show: the first-opened event without a result, else the last that ended, until the next one
 * opens; else the next one.
 */
export function eventOnShow<Event extends SongEventTimes>(events: readonly Event[], at: Date): Event | undefined {
  const unfinished = events
    .filter((event) => !event.finalFrozenAt)
    .toSorted((one, other) => one.nominationsOpenAt.getTime() - other.nominationsOpenAt.getTime());
  const [last] = events
    .filter((event) => event.finalFrozenAt)
    .toSorted((one, other) => other.finalClosesAt.getTime() - one.finalClosesAt.getTime());
  return unfinished.find((event) => event.nominationsOpenAt <= at) ?? last ?? unfinished[0];
}

/** A song's count in a round at an instant. */
export type SongTally = {
  readonly songId: string;
  readonly votes: number;
  /** The receipt of the latest vote, with which this count was reached; null before the first vote. */
  readonly reachedAt: Date | null;
  readonly position: number;
};

export type SongStanding = { readonly songId: string; readonly votes: number; readonly rank: number };

/** Ranks songs without ties: more votes, then the earlier time of the last vote, then the order of the list. */
export function rankSongs(tallies: readonly SongTally[]): SongStanding[] {
  const reachedMs = ({ reachedAt }: SongTally) => reachedAt?.getTime() ?? 0;
  return tallies
    .toSorted((a, b) => b.votes - a.votes || reachedMs(a) - reachedMs(b) || a.position - b.position)
    .map(({ songId, votes }, index) => ({ songId, votes, rank: index + 1 }));
}

/** A heading and its explanation. */
export type TitledText = { readonly title: TextInBothLanguages; readonly text: TextInBothLanguages };

type Reward = TitledText & { readonly fromRank: number; readonly toRank: number };

type Concert = {
  readonly place: TextInBothLanguages;
  readonly text: TextInBothLanguages;
  readonly setList: readonly TitledText[];
};

export type SongEvent = {
  readonly id: string;
  readonly activityId: string;
  /** The asset that pays for votes in the final. */
  readonly voteAsset: string;
  readonly title: TextInBothLanguages;
  readonly subtitle: TextInBothLanguages;
  readonly coverSeed: string;
  readonly timeZone: string;
  readonly nominationsOpenAt: Date;
  readonly nominationsCloseAt: Date;
  readonly finalOpensAt: Date;
  readonly finalClosesAt: Date;
  readonly places: number;
  readonly dailyCap: number | null;
  readonly rules: readonly TitledText[];
  readonly rewards: readonly Reward[];
  readonly concert: Concert | null;
  readonly concertStartsAt: Date | null;
  /** The time at which the round's ranks were frozen; null while they can change. */
  readonly nominationsFrozenAt: Date | null;
  readonly finalFrozenAt: Date | null;
};

export type Song = {
  readonly id: string;
  readonly title: TextInBothLanguages;
  readonly artist: TextInBothLanguages;
  readonly story: TextInBothLanguages;
  readonly lyrics: TextInBothLanguages;
  readonly year: number;
  readonly seconds: number;
  /** Seeds the cover and the preview. */
  readonly seed: string;
};

export type Round = 'nominations' | 'final';
