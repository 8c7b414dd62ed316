import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';
import { findActivity, findCandidate, describeIdol } from '#/modules/elections/index.ts';
import { readIdolHistory, readFaces } from './idol.view.ts';
import type { Rankings } from './start-rankings.ts';

const sharedForASecond = 'public, max-age=1, stale-while-revalidate=5';
/** Well below the minute for which supporters are cached. */
const sharedForSeconds = 'public, max-age=10, stale-while-revalidate=30';
const shownSupporters = 20;

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
      const best = ofIdol.get(idolId) ?? [];
      const faces = await readFaces(
        db,
        best.map(({ fanId }) => fanId),
      );
      const list = best
        .flatMap(({ fanId, votes }) => {
          const face = faces.get(fanId);
          return face ? [{ nickname: face.nickname, avatarUrl: avatarUrlOf(face), votes }] : [];
        })
        .slice(0, shownSupporters)
        .map((supporter, index) => ({ place: index + 1, ...supporter }));
      return { takenAt: takenAt.toISOString(), list };
    },
    { cacheControl: sharedForSeconds },
  );
}
