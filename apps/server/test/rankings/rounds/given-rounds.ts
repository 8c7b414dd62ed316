import { randomUUID } from 'node:crypto';
import type { Contract, DataOf } from '@lightstick/contract';
import { expect } from 'vitest';
import { anotherLifecycle, stepActivities } from '../../world/activity-lifecycle.ts';
import type { ElectionOptions } from '../../world/given-election.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { createWorld } from '../../world/world.ts';

export const doVote = 'POST /activity/api/v1/vote/doVote';
export const activityId = '1004';

export const firstOpens = new Date('2026-03-10T04:00:00Z');
export const firstCloses = new Date('2026-03-10T06:00:00Z');
export const secondOpens = new Date('2026-03-10T08:00:00Z');
export const secondCloses = new Date('2026-03-10T10:00:00Z');
/** The time after the end of a round and the grace for votes on their way. */
export const settledAfterMs = 16_000;

type RoundsOptions = { carries?: boolean; goOn?: number; idols?: number; rules?: ElectionOptions['rules'] };

/** Creates an election of two rounds, a few minutes after the first has opened. */
export async function createRoundsScenario({ carries = false, goOn = 2, idols = 4, rules = {} }: RoundsOptions = {}) {
  const world = await createWorld({ now: new Date(firstOpens.getTime() - 60_000) });
  const rounds = [
    { opensAt: firstOpens.toISOString(), closesAt: firstCloses.toISOString(), goOn, carries },
    { opensAt: secondOpens.toISOString(), closesAt: secondCloses.toISOString(), goOn: null, carries: false },
  ];
  const times = { opensAt: firstOpens, closesAt: secondCloses };
  await world.given.election({ ...times, idols, rules: { rounds, ...rules } });
  world.clock.set(new Date(firstOpens.getTime() + 5 * 60_000));

  async function vote(idolId: string, num: number, { fan, key = randomUUID() }: { fan?: TestFan; key?: string } = {}) {
    const voter = fan ?? (await world.given.fan({ votes: num }));
    return world.call(doVote, { fan: voter, body: { activityId, idolId, num }, key });
  }

  /** Casts a vote that counts. The clock moves on by a second, so that the next one is received later. */
  async function castCounted(idolId: string, num: number): Promise<void> {
    expect((await vote(idolId, num)).refusal).toBeUndefined();
    world.clock.advance(1000);
  }

  const query = { activityId };
  /** Reads the present ranking, regardless of earlier reads. */
  async function ranking(): Promise<DataOf<Contract['GET /activity/api/v1/vote/ranking']>> {
    world.time.forget();
    return (await world.call('GET /activity/api/v1/vote/ranking', { query })).data;
  }
  const rows = async () => (await ranking()).list.map(({ idolId, votes, rank }) => [idolId, votes, rank]);

  /** Moves the clock past the end of a round and settles it. */
  async function settle(closesAt: Date): Promise<void> {
    world.clock.set(new Date(closesAt.getTime() + settledAfterMs));
    await stepActivities(world);
    await expect.poll(async () => (await ranking()).roundState).toBe('final');
  }

  return {
    world,
    vote,
    counted: castCounted,
    ranking,
    rows,
    anotherLife: () => anotherLifecycle(world),
    settle,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}
