import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Activity, idolInBrief, type Ranking } from '#/modules/elections/index.ts';
import { candidaciesOf, mostFollowed } from './follow-idol.ts';
import type { Followed } from './following.view.ts';

export type FollowedIdols = DataOf<Contract['GET /activity/api/v1/following/getFollowedIdols']>;

type Standing = FollowedIdols['list'][number]['standing'];

/** What the standings are of: the current activity with its ranking. */
export type Current = { readonly activity: Activity; readonly ranking: Ranking };

type Question = {
  readonly followed: readonly Followed[];
  readonly activities: readonly Activity[];
  readonly current: Current | undefined;
  readonly language: Language;
};

/** Describes followed idols from memory: as candidates of the current activity, else of the latest they were in. */
export function listFollowed({ followed, activities, current, language }: Question): FollowedIdols {
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
