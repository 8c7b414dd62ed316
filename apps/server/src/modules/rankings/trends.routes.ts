import type { FastifyInstance } from 'fastify';
import { createResponseCache } from '#/http/response-cache.ts';
import { handle } from '#/http/handle.ts';
import { localDateAt, startOfLocalDate } from '#/lib/local-date.ts';
import { createSingleFlights } from '#/lib/shared-reads.ts';
import { type Activity, countedFrom, findActivity, type Ranking } from '#/modules/elections/index.ts';
import { readHourlyStandings } from './standing.store.ts';
import type { Rankings } from './start-rankings.ts';
import { type Trends, trendsOf } from './trends.rules.ts';

const route = 'GET /activity/api/v1/vote/trends';

/** The longest day of any place: clocks are set back by an hour. */
const longestDayMs = 25 * 3_600_000;

type TrendsOfActivity = Trends & { readonly dayBeganAt: Date };

/** Serves the trends of an activity; all callers of a moment share one read and its bytes. */
export function trendRoutes(server: FastifyInstance, { catalogue, rankings }: Rankings): void {
  const { db, clock, settings } = server.services;
  const answer = createResponseCache(route);
  const readings = createSingleFlights(clock, async (activityId): Promise<TrendsOfActivity> => {
    const activity = await findActivity(catalogue, activityId);
    const ranking = await rankings.current(activity);
    const end = { at: endOf(activity, ranking), standings: ranking.list };
    const dayBeganAt = startOfLocalDate(localDateAt(end.at, settings.platformTimeZone), settings.platformTimeZone);
    if (ranking.roundState === 'scheduled') return { dayBeganAt, times: [], list: [] };
    const begin = countedFrom(activity.rounds, ranking);
    const from = new Date(end.at.getTime() - longestDayMs);
    const hours = await readHourlyStandings(db, { activityId, begin, from, until: end.at });
    return { dayBeganAt, ...trendsOf({ end, begin, dayBeganAt, hours }) };
  });

  handle(
    server,
    route,
    async ({ query }) => {
      // An unknown id is refused first, so that readings are kept for activities alone.
      const { id: activityId } = await findActivity(catalogue, query.activityId);
      const trends = await readings.current(activityId);
      return answer({
        variant: activityId,
        sources: [trends],
        make: () => ({
          activityId,
          dayBeganAt: trends.dayBeganAt.toISOString(),
          times: trends.times.map((at) => at.toISOString()),
          list: trends.list.map(({ votes, ranks, ...trend }) => ({ ...trend, votes: [...votes], ranks: [...ranks] })),
        }),
      });
    },
    { cacheControl: 'public, max-age=10, stale-while-revalidate=30' },
  );
}

/** Returns the last moment of what is shown: counted votes precede the closing second, however late the call is. */
function endOf({ rounds }: Activity, { round, roundState, frozenAt, takenAt }: Ranking): Date {
  if (frozenAt !== null) return new Date(frozenAt);
  const closesAt = rounds.find((one) => one.round === round)?.closesAt;
  return roundState === 'open' || roundState === 'scheduled' || !closesAt ? new Date(takenAt) : closesAt;
}
