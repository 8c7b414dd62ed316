import { randomUUID } from 'node:crypto';
import type { Language, RuleDocument } from '@lightstick/contract';
import type { TestElection } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';

export const doVote = 'POST /activity/api/v1/vote/doVote';
export const rankingRoute = 'GET /activity/api/v1/vote/ranking';
export const recordRoute = 'GET /activity/api/v1/vote/voteRecord';
export const decisionsRoute = 'GET /activity/api/v1/vote/decisions';
export const listRoute = 'GET /operator/api/v1/votes/quarantined';
export const clustersRoute = 'GET /operator/api/v1/votes/clusters';
export const decideRoute = 'POST /operator/api/v1/votes/decide';

export const noon = new Date('2026-03-10T04:00:00.000Z');
export const hourMs = 60 * 60_000;
export const why = 'looked at the accounts';
export const reason = { en_US: 'A family shares this device.', zh_TW: '家人共用同一台裝置。' };

type VoteOptions = {
  readonly idolId?: string;
  readonly num?: number;
  readonly key?: string;
  readonly deviceId?: string;
  readonly language?: Language;
};

type Terms = NonNullable<RuleDocument['quarantine']>;

const terms: Terms = {
  callsPerMinute: null,
  fansPerDevice: 2,
  fansPerAddress: null,
  decideWithinHours: 24,
  ifUndecided: 'released',
};

/** Creates an election with three idols that sets votes aside from the third fan on a device on, or as wished. */
export async function createQuarantineScenario(options: Partial<Terms> = {}, rules: Partial<RuleDocument> = {}) {
  const world = await createWorld({ now: noon });
  const election = await world.given.election({
    closesAt: new Date(noon.getTime() + 72 * hourMs),
    rules: { ...rules, quarantine: { ...terms, ...options } },
  });
  return scenario(world, election);
}

function scenario(world: World, election: TestElection) {
  const { activityId } = election;

  async function vote(
    fan: TestFan,
    { idolId = '1', num = 1, key = randomUUID(), deviceId, language = 'en_US' }: VoteOptions = {},
  ) {
    const headers: Record<string, string> = deviceId === undefined ? {} : { 'x-deviceid': deviceId };
    return world.call(doVote, { fan, body: { activityId, idolId, num }, key, headers, language });
  }

  /** Casts votes of one more fan than a device may have: those of the last are in quarantine. */
  async function givenSetAside({ num = 5, idolId = '1', deviceId = randomUUID() }: VoteOptions = {}) {
    for (let fan = 0; fan < 2; fan += 1) {
      await vote(await world.given.fan({ votes: 1 }), { idolId: '3', deviceId });
    }
    const fan = await world.given.fan({ votes: num });
    const key = randomUUID();
    const reply = await vote(fan, { num, idolId, deviceId, key });
    return { fan, key, deviceId, reply, voteId: reply.data.voteId };
  }

  async function votesOf(idolId: string): Promise<number> {
    const { rows } = await world.ownerPool.query<{ votes: number }>(
      `SELECT votes FROM standing_of_round($1, 1::smallint) WHERE idol_id = $2`,
      [activityId, idolId],
    );
    return Number(rows[0]?.votes);
  }

  /** Counts all votes that were set aside, by their state. */
  async function totals() {
    return (await world.call(decisionsRoute, { query: { activityId } })).data.totals;
  }

  return {
    world,
    election,
    activityId,
    vote,
    givenSetAside,
    votesOf,
    totals,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

export type QuarantineScenario = Awaited<ReturnType<typeof createQuarantineScenario>>;
