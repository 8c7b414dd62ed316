import type { IdolStanding } from './standing.rules.ts';

/** The standings at a full hour. */
export type HourlyStandings = {
  readonly at: Date;
  readonly standings: ReadonlyMap<string, Omit<IdolStanding, 'idolId'>>;
};

export type Trends = {
  readonly times: readonly Date[];
  readonly list: readonly {
    readonly idolId: string;
    readonly votes: readonly number[];
    readonly ranks: readonly (number | null)[];
    readonly votesToday: number;
    readonly change: number | null;
  }[];
};

type TrendSources = {
  /** The last moment of the series, with the standings shown then. */
  readonly end: { readonly at: Date; readonly standings: readonly IdolStanding[] };
  /** The time from which votes count in the round. */
  readonly begin: Date;
  readonly dayBeganAt: Date;
  /** Hours after `begin`, in order: those of the last day at its longest, and the last one before them. */
  readonly hours: readonly HourlyStandings[];
};

const dayMs = 24 * 3_600_000;

/**
 * Compares standings with those of the 24 hours before. What a missing hour leaves open is taken from the last one before
 * it: without a server there were no votes.
 */
export function trendsOf({ end, begin, dayBeganAt, hours }: TrendSources): Trends {
  const dayAgo = new Date(end.at.getTime() - dayMs);
  const lastUpTo = (at: Date) => hours.findLast((hour) => hour.at <= at)?.standings;
  const [atDayBegin, before] = [lastUpTo(dayBeganAt), lastUpTo(dayAgo)];
  const shown = hours.filter(({ at }) => at >= dayAgo && at < end.at);
  const zero: HourlyStandings[] = begin >= dayAgo ? [{ at: begin, standings: new Map() }] : [];
  const points = [...zero, ...shown];
  return {
    times: [...points.map(({ at }) => at), end.at],
    list: end.standings.map(({ idolId, votes, rank }) => {
      const earlier = before?.get(idolId);
      return {
        idolId,
        votes: [...points.map(({ standings }) => standings.get(idolId)?.votes ?? 0), votes],
        ranks: [...points.map(({ standings }) => standings.get(idolId)?.rank ?? null), rank],
        votesToday: Math.max(0, votes - (atDayBegin?.get(idolId)?.votes ?? 0)),
        change: earlier ? earlier.rank - rank : null,
      };
    }),
  };
}
