import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import {
  type Activity,
  type ActivityCatalogue,
  currentActivity,
  idolInBrief,
  type Ranking,
} from '#/modules/elections/index.ts';
import type { LiveRankings } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { assertFollowable, candidaciesOf, followIdol, mostFollowed, unfollowIdol } from './follow-idol.ts';
import { type Followed, readFollowed } from './following.view.ts';

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

type FollowedIdols = DataOf<Contract['GET /activity/api/v1/following/getFollowedIdols']>;

type Standing = FollowedIdols['list'][number]['standing'];

/** What the standings are of: the current activity with its ranking. */
type Current = { readonly activity: Activity; readonly ranking: Ranking };

type Question = {
  readonly followed: readonly Followed[];
  readonly activities: readonly Activity[];
  readonly current: Current | undefined;
  readonly language: Language;
};

/** Describes followed idols from memory: as candidates of the current activity, else of the latest they were in. */
function listFollowed({ followed, activities, current, language }: Question): FollowedIdols {
  const list = followed.flatMap(({ idolId, followedAt }) => {
    const candidacies = candidaciesOf(activities, idolId);
    const known = candidacies.find(({ activity }) => activity.id === current?.activity.id) ?? candidacies.at(-1);
    if (!known) return [];
    const { activity, candidate } = known;
    return [
      {
        ...idolInBrief(candidate, language),
        colour: activity.teams.find(({ id }) => id === candidate.teamId)?.colour ?? '',
        followedAt: followedAt.toISOString(),
        standing: current ? standingOf(current, idolId, language) : null,
      },
    ];
  });
  return {
    activityId: current?.activity.id ?? null,
    state: current?.ranking.state ?? null,
    frozenAt: current?.ranking.frozenAt ?? null,
    most: mostFollowed,
    list,
  };
}

/** Returns an idol's place, and what it takes to pass the idol above; her lead when she is the first. */
function standingOf({ activity, ranking }: Current, idolId: string, language: Language): Standing {
  const index = ranking.list.findIndex((row) => row.idolId === idolId);
  const row = ranking.list[index];
  if (!row || ranking.state === 'scheduled') return null;
  const { rank, votes } = row;
  const above = ranking.list[index - 1];
  const candidate = above && activity.candidates.get(above.idolId);
  if (above && candidate) {
    const { name, names } = idolInBrief(candidate, language);
    const votesToPass = above.votes - votes + 1;
    return { rank, votes, above: { idolId: above.idolId, name, names, rank: above.rank, votesToPass }, lead: null };
  }
  const second = ranking.list[index + 1];
  return { rank, votes, above: null, lead: second ? votes - second.votes : null };
}
