import type { FastifyInstance } from 'fastify';
import { encoded } from '#/http/answer.ts';
import { type EventStream, eventEncoder, handleStream } from '#/http/event-stream.ts';
import { handle } from '#/http/handle.ts';
import { activityDetail, activitySummary, byAttention } from './activity.presenter.ts';
import { findActivity } from './find-activity.ts';
import { listIdols, listTeams } from './idols.view.ts';
import type { Ranking } from './ranking.view.ts';
import { startOfHour } from './standing.rules.ts';
import type { Voting } from './voting.ts';

/** How long caches may keep what everybody sees alike. */
const sharedForASecond = 'public, max-age=1, stale-while-revalidate=5';

/** Serves what everybody sees of activities: themselves, teams, idols and the ranking, from memory. */
export function activityRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
  handle(server, 'GET /activity/api/v1/vote/activities', async ({ language, receivedAt }) => {
    const activities = await catalogue.all();
    return activities
      .toSorted(byAttention(receivedAt))
      .map((activity) => activitySummary(activity, language, receivedAt));
  });

  handle(server, 'GET /activity/api/v1/vote/activity', async ({ query, language, receivedAt }) => {
    const activity = await findActivity(catalogue, query.activityId);
    const { totalVotes } = await rankings.current(activity);
    return activityDetail(activity, language, { at: receivedAt, totalVotes });
  });

  handle(server, 'GET /activity/api/v1/vote/idol/getVoteIdolTeams', async ({ query, language }) => {
    const activity = await findActivity(catalogue, query.activityId);
    return listTeams(activity, await rankings.current(activity), language);
  });

  handle(server, 'GET /activity/api/v1/vote/idol/getAllIdolList', async ({ query, language }) => {
    const activity = await findActivity(catalogue, query.activityId);
    return listIdols(activity, await rankings.current(activity), query, language);
  });

  const encodedRankings = new WeakMap<Ranking, ReturnType<typeof encoded<Ranking>>>();
  const etags = new WeakMap<object, string>();
  handle(
    server,
    'GET /activity/api/v1/vote/ranking',
    async ({ query }) => {
      const ranking = await rankings.current(await findActivity(catalogue, query.activityId));
      let answer = encodedRankings.get(ranking);
      if (!answer) {
        answer = encoded(ranking);
        encodedRankings.set(ranking, answer);
        etags.set(answer, etagOf(ranking));
      }
      return answer;
    },
    { hot: true, cacheControl: sharedForASecond, etag: (answer) => etags.get(answer) ?? '' },
  );
}

/** Equal for equal rankings on every replica: the changes in rank are told against the hour's snapshot. */
function etagOf({ activityId, version, state, takenAt, list }: Ranking): string {
  return `"${activityId}-${version}-${state}-${list.length}-${startOfHour(new Date(takenAt)).getTime()}"`;
}

/** Listeners written to before the event loop goes round, so that a broadcast to thousands does not hold up votes. */
const listenersATurn = 200;

type Audience = { readonly streams: Set<EventStream>; readonly leave: () => void };

/** Serves the ranking as server-sent events: whole at first, and after each change. */
export function rankingStreamRoutes(server: FastifyInstance, { catalogue, rankings }: Voting): void {
  const encode = eventEncoder(server, 'GET /activity/api/v1/vote/stream');
  const audiences = new Map<string, Audience>();

  /** One listener to the ranking serves all streams of an activity, and each change is encoded once. */
  function join(seen: Ranking, stream: EventStream): void {
    const { activityId } = seen;
    let audience = audiences.get(activityId);
    if (!audience) {
      const streams = new Set<EventStream>();
      const leave = rankings.listen(seen, (ranking) => broadcast(encode(ranking.version, ranking), streams));
      audience = { streams, leave };
      audiences.set(activityId, audience);
    }
    const { streams, leave } = audience;
    streams.add(stream);
    stream.onClose(() => {
      streams.delete(stream);
      if (streams.size > 0) return;
      leave();
      audiences.delete(activityId);
    });
  }

  handleStream(server, 'GET /activity/api/v1/vote/stream', async ({ query }, open) => {
    const activity = await findActivity(catalogue, query.activityId);
    const ranking = await rankings.current(activity);
    const stream = open();
    stream.send(encode(ranking.version, ranking));
    join(ranking, stream);
  });
}

function broadcast(event: Buffer, audience: Iterable<EventStream>): void {
  const streams = [...audience];
  function sendSlice(from: number): void {
    for (const stream of streams.slice(from, from + listenersATurn)) stream.send(event);
    if (from + listenersATurn < streams.length) setImmediate(sendSlice, from + listenersATurn);
  }
  sendSlice(0);
}
