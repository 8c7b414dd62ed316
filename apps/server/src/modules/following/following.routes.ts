import type { Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { type ActivityCatalogue, currentActivity } from '#/modules/elections/index.ts';
import type { LiveRankings } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { assertFollowable, followIdol, unfollowIdol } from './follow-idol.ts';
import { readFollowed } from './following.view.ts';
import { type FollowedIdols, listFollowed } from './list-followed.ts';

export type FollowingServices = Pick<Services, 'db'> & {
  readonly catalogue: ActivityCatalogue;
  readonly rankings: Pick<LiveRankings, 'current'>;
};

type Asking = { readonly fan: { readonly id: number }; readonly language: Language; readonly receivedAt: Date };

/** Registers the calls about followed idols. Changes answer the whole list, so that screens need no second call. */
export function followingRoutes(server: FastifyInstance, { db, catalogue, rankings }: FollowingServices): void {
  async function list({ fan, language, receivedAt }: Asking): Promise<FollowedIdols> {
    const activity = await currentActivity(catalogue, receivedAt);
    const current = activity && { activity, ranking: await rankings.current(activity) };
    const activities = await catalogue.all();
    return listFollowed({ followed: await readFollowed(db, fan.id), activities, current, language });
  }

  handle(server, 'GET /activity/api/v1/following/getFollowedIdols', list);

  handle(server, 'POST /activity/api/v1/following/follow', async (call) => {
    const { fan, body, receivedAt: at } = call;
    assertFollowable(await catalogue.all(), body.idolId);
    await db.transaction().execute((tx) => followIdol(tx, { fanId: fan.id, ...body, at }));
    return list(call);
  });

  handle(server, 'POST /activity/api/v1/following/unfollow', async (call) => {
    await db.transaction().execute((tx) => unfollowIdol(tx, { fanId: call.fan.id, idolId: call.body.idolId }));
    return list(call);
  });
}
