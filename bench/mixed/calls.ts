import type { Mix } from '../load/mix.ts';
import type { CallPlan } from '../load/requests.ts';
import { routes, staticRoute } from '../server/routes-of-comparison.ts';
import type { Election } from '../world/given-election.ts';
import type { SimulatedFan } from '../world/given-fans.ts';

/** The last night of an election, in hundredths of all calls: most people look, some vote, a few look around. */
export const storm = { ranking: 80, vote: 15, idols: 1.25, activity: 1.25, voteNum: 1.25, records: 1.25 };

export type StormCall = keyof typeof storm;

export const stormCalls = Object.keys(storm) as StormCall[];

/**
 * The yardsticks of calls: for the ranking the same bytes from memory, neither with a tag and both while votes are
 * cast, so that the ranking is a new one several times a second; and for a vote a POST that does nothing.
 */
export const yardsticks = {
  ranking: { wholeRanking: 99, vote: 1 },
  static: { static: 99, vote: 1 },
  vote: { vote: 1 },
  noOp: { noOp: 1 },
} satisfies Record<string, Mix>;

const browsers = 5_000;
/** The newcomers in each hundred who look at the ranking. */
export const newcomers = 20;

/** Lists every call of the storm and of its yardsticks. */
export function callsOf(
  { activityId, idolIds }: Election,
  fans: readonly SimulatedFan[],
): Readonly<Record<string, CallPlan>> {
  const tokens = fans.map((fan) => fan.token);
  const votes = '/activity/api/v1/vote';
  const ofActivity = `?activityId=${activityId}`;
  const ranking = `${votes}/ranking${ofActivity}`;
  const get = (path: string): CallPlan => ({ method: 'GET', path });
  const known = (path: string): CallPlan => ({ method: 'GET', path, browsers: { count: browsers, newcomers } });
  const own = (path: string): CallPlan => ({ method: 'GET', path, tokens });
  const post = (route: string): CallPlan => {
    return { method: 'POST', path: route.replace('POST ', ''), tokens, bodies: bodiesOf(activityId, idolIds) };
  };
  return {
    ranking: known(ranking),
    vote: post(routes.batched),
    idols: known(`${votes}/idol/getAllIdolList${ofActivity}`),
    activity: known(`${votes}/activity${ofActivity}`),
    voteNum: own(`${votes}/getUserVoteNum${ofActivity}`),
    records: own(`${votes}/voteRecord`),
    wholeRanking: get(ranking),
    static: get(staticRoute + ranking),
    noOp: post(routes.noOp),
  } satisfies Record<StormCall | 'wholeRanking' | 'static' | 'noOp', CallPlan>;
}

/** Makes the bodies of votes: half of them are for one idol, the others are spread over all. */
function bodiesOf(activityId: string, idolIds: readonly string[]): string[] {
  const [favourite = ''] = idolIds;
  return [...idolIds, ...idolIds.map(() => favourite)].map((idolId) => JSON.stringify({ activityId, idolId, num: 1 }));
}
