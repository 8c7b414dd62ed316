import type { Contract, DataOf } from '@lightstick/contract';
import type { Ranking } from './standings.ts';

/** One event of the ranking's stream. */
export type RankingEvent = DataOf<Contract['GET /activity/api/v1/vote/stream']>;

type Place = Pick<RankingEvent, 'kind' | 'feed' | 'sequence'>;

/** The ranking as the stream has told it so far, and up to which event. */
export type FollowedRanking = { readonly ranking: Ranking; readonly feed: string; readonly sequence: number };

/**
 * The ranking after an event. An event that was heard before changes nothing. `missed` means that the event does not fit
 * on what is known: something in between was not heard, so the whole ranking must be asked for anew.
 */
export function afterEvent(known: FollowedRanking | undefined, event: RankingEvent): FollowedRanking | 'missed' {
  const { feed, sequence } = event;
  if (known?.feed === feed && sequence <= known.sequence) return known;
  if (event.kind === 'snapshot') return { ranking: rankingOf(event), feed, sequence };
  if (known?.feed !== feed || sequence !== known.sequence + 1) return 'missed';
  const altered = new Map(event.list.map((row) => [row.idolId, row]));
  const list = known.ranking.list.map((row) => {
    const now = altered.get(row.idolId);
    altered.delete(row.idolId);
    return now ?? row;
  });
  if (altered.size > 0) return 'missed';
  const { left } = known.ranking;
  const ranked = list.toSorted((one, other) => one.rank - other.rank);
  return { ranking: rankingOf({ ...event, left, list: ranked }), feed, sequence };
}

function rankingOf(event: Ranking & Place): Ranking {
  const { kind: _, feed: __, sequence: ___, ...ranking } = event;
  return ranking;
}
