import { createHash } from 'node:crypto';
import type { Language, Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { encodeData } from '#/http/response-cache.ts';
import { handleFile } from '#/http/handle.ts';
import { handle } from '#/http/handle.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import { type Activity, findActivity, listTeams, findCandidate, describeIdol } from '#/modules/elections/index.ts';
import { readFinalQuarantineCounts } from '#/modules/quarantine/index.ts';
import { showsSupport } from '#/modules/identity/index.ts';
import { resultAsCsv, resultAsJson, voteResultOf } from './result-file.rules.ts';
import type { IdolStanding } from './standing.rules.ts';
import { readEarlierRounds } from './standing.store.ts';
import type { Rankings } from './start-rankings.ts';
import { listShownSupporters, type SummaryFigures, readIdolHistory } from './figures.view.ts';

/** Well below the minute for which figures are cached, so that two caches on the way add little to their age. */
const sharedForSeconds = 'public, max-age=10, stale-while-revalidate=30';

type Answer = ReturnType<typeof encodeData<Summary>>;

/** Serves the summary of an activity from cached figures, encoded once per language. */
export function summaryRoutes(server: FastifyInstance, { catalogue, summaries }: Rankings): void {
  const answers = new WeakMap<SummaryFigures, Map<Language, Answer>>();
  const etags = new WeakMap<object, string>();

  function answerOf(figures: SummaryFigures, language: Language): Answer {
    const inLanguages = answers.get(figures) ?? new Map<Language, Answer>();
    answers.set(figures, inLanguages);
    let answer = inLanguages.get(language);
    if (!answer) {
      answer = encodeData(presentSummary(figures, language));
      inLanguages.set(language, answer);
      // A hash of the content, so that a final result has the same tag on all replicas and after a restart.
      etags.set(answer, `"${createHash('sha256').update(answer.json).digest('base64url').slice(0, 24)}"`);
    }
    return answer;
  }

  handle(
    server,
    'GET /activity/api/v1/vote/summary',
    async ({ query, language }) => {
      const activity = await findActivity(catalogue, query.activityId);
      return answerOf(await summaries.current(activity), language);
    },
    {
      hot: true,
      cacheControl: sharedForSeconds,
      variesBy: 'accept-language',
      etag: (answer) => etags.get(answer) ?? '',
    },
  );
}

/** A summary as sent on the wire. */
type Summary = DataOf<Contract['GET /activity/api/v1/vote/summary']>;

function presentSummary(figures: SummaryFigures, language: Language): Summary {
  const { activity, state, totalVotes, voters, ballots, standings, busiestHour: busiest } = figures;
  return {
    activityId: activity.id,
    title: activity.title[language],
    subtitle: activity.subtitle[language],
    state,
    isFinal: state === 'final',
    opensAt: activity.opensAt.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    timeZone: activity.timeZone,
    takenAt: figures.takenAt.toISOString(),
    round: figures.round,
    roundState: figures.roundState,
    frozenAt: figures.frozenAt?.toISOString() ?? null,
    totalVotes,
    setAside: figures.setAside,
    voters,
    ballots,
    idolCount: standings.length,
    leaders: [...figures.leaders],
    votesOverTime: figures.votesOverTime.map(({ at, votes, leaderVotes }) => ({
      at: at.toISOString(),
      votes,
      leaderVotes: [...leaderVotes],
    })),
    busiestHour: busiest && {
      from: busiest.from.toISOString(),
      to: busiest.to.toISOString(),
      votes: busiest.votes,
    },
    ranking: summaryRows(figures, language),
    earlierRounds: figures.earlierRounds.map(({ round, ranking }) => ({
      round: round.round,
      opensAt: round.opensAt.toISOString(),
      closesAt: round.closesAt.toISOString(),
      totalVotes: ranking.reduce((sum, { votes }) => sum + votes, 0),
      ranking: ranking.flatMap(({ goesOn, ...standing }) =>
        nameStanding(activity, standing, language).map((row) => ({ ...row, goesOn })),
      ),
    })),
    teams: listTeams(activity, { list: standings, left: leftBefore(figures) }, language),
  };
}

/** Returns the idols that earlier rounds eliminated. */
function leftBefore({ earlierRounds }: SummaryFigures) {
  return earlierRounds.flatMap(({ ranking }) => ranking.filter(({ goesOn }) => !goesOn));
}

function summaryRows({ activity, standings, totalVotes }: SummaryFigures, language: Language): Summary['ranking'] {
  return standings.flatMap((standing, index) => {
    const above = standings[index - 1];
    const { votes } = standing;
    return nameStanding(activity, standing, language).map((row) => ({
      ...row,
      share: totalVotes > 0 ? votes / totalVotes : 0,
      gapToNext: above ? above.votes - votes : null,
    }));
  });
}

/** Returns an idol's standing with her name and face; undefined for an unknown idol. */
function nameStanding(activity: Activity, { idolId, rank, votes }: IdolStanding, language: Language) {
  const candidate = activity.candidates.get(idolId);
  if (!candidate) return [];
  const { number, teamId, portraitSeed } = candidate;
  return [
    { idolId, name: candidate.name[language], number, teamId, portraitUrl: portraitUrl(portraitSeed), rank, votes },
  ];
}

/** Serves final results as files. */
export function resultRoutes(server: FastifyInstance, { catalogue, rankings }: Rankings): void {
  handleFile(server, 'GET /activity/api/v1/vote/result', async ({ query: { activityId, format } }) => {
    const activity = await findActivity(catalogue, activityId);
    const ranking = await rankings.current(activity);
    // Only a ranking that was read after the close is final.
    if (ranking.state !== 'final') throw new Refusal('RESULT_NOT_FINAL');
    const earlier = await readEarlierRounds(server.services.db, { activityId, before: ranking.round });
    const setAside = await readFinalQuarantineCounts(server.services.db, activityId);
    const result = voteResultOf(activity, ranking, { earlier, setAside });
    const name = `result-${activity.id.replaceAll(/[^\w-]/g, '_')}.${format}`;
    return format === 'csv'
      ? { name, mediaType: 'text/csv', bytes: resultAsCsv(result) }
      : { name, mediaType: 'application/json', bytes: resultAsJson(result) };
  });
}

const sharedForASecond = 'public, max-age=1, stale-while-revalidate=5';

/** Registers the calls of an idol's page: profile and rank, history, and top supporters. */
export function idolRoutes(server: FastifyInstance, { catalogue, rankings, supporters }: Rankings): void {
  const { db } = server.services;

  handle(
    server,
    'GET /activity/api/v1/vote/idol/getIdol',
    async ({ query: { activityId, idolId }, language }) => {
      const activity = await findActivity(catalogue, activityId);
      const candidate = findCandidate(activity, idolId);
      const idol = describeIdol(activity, { candidate, ranking: await rankings.current(activity) }, language);
      if (!idol) throw new Refusal('IDOL_NOT_FOUND');
      return idol;
    },
    { cacheControl: sharedForASecond, variesBy: 'accept-language' },
  );

  handle(
    server,
    'GET /activity/api/v1/vote/idol/getIdolHistory',
    async ({ query: { activityId, idolId } }) => {
      const activity = await findActivity(catalogue, activityId);
      findCandidate(activity, idolId);
      const ranking = await rankings.current(activity);
      return {
        timeZone: activity.timeZone,
        votesOverTime: await readIdolHistory(db, { activity, ranking, idolId }),
      };
    },
    { cacheControl: sharedForSeconds },
  );

  handle(
    server,
    'GET /activity/api/v1/vote/idol/getTopSupporters',
    async ({ query: { activityId, idolId } }) => {
      const activity = await findActivity(catalogue, activityId);
      findCandidate(activity, idolId);
      const { takenAt, ofIdol } = await supporters.current(activity);
      const list = await listShownSupporters(db, ofIdol.get(idolId) ?? []);
      return { takenAt: takenAt.toISOString(), list };
    },
    { cacheControl: sharedForSeconds },
  );

  handle(
    server,
    'GET /activity/api/v1/vote/idol/getMySupport',
    async ({ query: { activityId, idolId }, fan: { id: fanId } }) => {
      const activity = await findActivity(catalogue, activityId);
      findCandidate(activity, idolId);
      const { takenAt, ofIdol } = await supporters.current(activity);
      const best = ofIdol.get(idolId) ?? [];
      const index = best.findIndex((supporter) => supporter.fanId === fanId);
      const votes = best[index]?.votes;
      return {
        takenAt: takenAt.toISOString(),
        mine: votes === undefined ? null : { place: index + 1, votes },
        isShown: await showsSupport(db, fanId),
      };
    },
  );
}
