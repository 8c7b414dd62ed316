import type { Rules } from '#/modules/content/rule-document.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

export const voteRoute = 'POST /activity/api/v1/vote/doVote';
export const activityId = '1004';
export const hourMs = 3_600_000;
/** The closing second of every election here, at eight in the evening in Taipei. */
export const closesAt = new Date('2026-11-21T12:00:00Z');

type LimitedElection = { readonly now: Date; readonly freePerDay?: number; readonly rules: Partial<Rules> };

export async function worldWith({ now, freePerDay = 0, rules }: LimitedElection): Promise<World> {
  const world = await createWorld({ now });
  await world.given.election({ opensAt: new Date('2026-11-19T00:00:00Z'), closesAt, freePerDay, rules });
  return world;
}

export function voting(world: World) {
  return {
    vote: (fan: TestFan, num: number, key?: string) =>
      world.call(voteRoute, { fan, body: { activityId, idolId: '1', num }, ...(key && { key }) }),
    left: async (fan: TestFan) => {
      const query = { activityId };
      const { data } = await world.call('GET /activity/api/v1/vote/getUserVoteNum', { fan, query });
      return { ...data.left, mayVoteFrom: data.mayVoteFrom };
    },
  };
}

export const minutesToClose = (minutes: number) => new Date(closesAt.getTime() - minutes * 60_000);
export const beforeThat = (at: Date) => new Date(at.getTime() - 1);
