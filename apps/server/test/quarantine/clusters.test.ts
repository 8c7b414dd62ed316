import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestOperator } from '../world/given-operator.ts';
import {
  clustersRoute,
  createQuarantineScenario,
  decideRoute,
  listRoute,
  type QuarantineScenario,
  reason,
  why,
} from './given-quarantine.ts';

/** The time between two exchanges of processes. */
const exchangedAfterMs = 1000;

describe('a cluster', () => {
  let scenario: QuarantineScenario;
  let operator: TestOperator;
  beforeAll(async () => {
    scenario = await createQuarantineScenario({ callsPerMinute: 2 });
    operator = await scenario.world.given.operator('moderator');
  });
  afterAll(() => scenario[Symbol.asyncDispose]());

  /** Reads the votes of a cluster, by its id, and their number. */
  async function votesIn(clusterId: string) {
    const { activityId, world } = scenario;
    const { data } = await world.call(listRoute, { operator, query: { activityId, clusterId } });
    return { voteIds: data.list.map(({ voteId }) => voteId), total: data.total };
  }

  /** Prepares a fan with three votes in quarantine: two that came too fast, and one from a crowded device. */
  async function givenFastFan() {
    const { world, vote, givenSetAside } = scenario;
    const fan = await world.given.fan({ votes: 5 });
    const ids: string[] = [];
    for (let call = 0; call < 4; call += 1) ids.push((await vote(fan)).data.voteId);
    world.clock.advance(60_000);
    const { deviceId, voteId: first } = await givenSetAside();
    const { data } = await vote(fan, { deviceId });
    return { fan, fastIds: ids.slice(2), deviceIds: [first, data.voteId] };
  }

  it('of a fast fan is found by the account id, and has none of the votes that are with a device', async () => {
    const { fan, fastIds, deviceIds } = await givenFastFan();
    await scenario.world.time.advance(exchangedAfterMs);
    expect(await votesIn(fan.accountId)).toEqual({ voteIds: fastIds, total: 2 });
    const { activityId, world } = scenario;
    const { data } = await world.call(listRoute, { operator, query: { activityId, pageSize: 1000 } });
    const ofDevice = data.list.find(({ voteId }) => voteId === deviceIds[1])?.clusterId ?? '';
    expect(await votesIn(ofDevice)).toEqual({ voteIds: deviceIds, total: 2 });
  });

  it('is listed with what its votes are together', async () => {
    const { fan } = await givenFastFan();
    const { activityId, world } = scenario;
    const query = { activityId, suspicion: 'speed' } as const;
    const { data } = await world.call(clustersRoute, { operator, query });
    expect(data.list).toContainEqual(
      expect.objectContaining({ clusterId: fan.accountId, fans: 1, votes: 2, num: 2, suspicion: 'speed' }),
    );
  });

  it('is decided about by one call, oldest first, and by another one for what that leaves', async () => {
    const { activityId, world, totals } = scenario;
    const { deviceId, voteId } = await scenario.givenSetAside({ num: 1 });
    const many = await Promise.all(Array.from({ length: 501 }, () => world.given.fan({ votes: 1 })));
    await Promise.all(many.map((fan) => scenario.vote(fan, { deviceId })));
    const clusterOf = async () => {
      const { data } = await world.call(listRoute, { operator, query: { activityId, pageSize: 1000 } });
      return data.list.find((one) => one.voteId === voteId)?.clusterId ?? '';
    };
    await scenario.world.time.advance(exchangedAfterMs);
    const clusterId = await clusterOf();
    expect(clusterId).toMatch(/^[0-9a-f-]{36}$/);
    expect((await votesIn(clusterId)).total).toBe(502);
    const before = await totals();
    const decide = async () => {
      const cluster = { clusterId, suspicion: 'device' } as const;
      const body = { activityId, cluster, verdict: 'voided', reason, why } as const;
      const { data } = await world.call(decideRoute, { operator, body, key: randomUUID() });
      return { num: data.num, remaining: data.remaining, first: data.votes[0]?.voteId };
    };
    expect(await decide()).toEqual({ num: 500, remaining: 2, first: voteId });
    expect(await decide()).toMatchObject({ num: 2, remaining: 0 });
    expect(await changesNothing(world, decide, { except: ['operator_request'] })).toMatchObject({
      num: 0,
      remaining: 0,
    });
    expect(await totals()).toMatchObject({ quarantined: before.quarantined - 502, voided: before.voided + 502 });
  });

  it('of a fast fan is decided without the fan’s vote under another suspicion that has no place yet', async () => {
    const { activityId, world } = scenario;
    const { fan, fastIds, deviceIds } = await givenFastFan();
    // As if the process that saw the device had ended before its exchange, which writes the row within a second.
    const removePlace = () => world.ownerPool.query('DELETE FROM clustered_vote WHERE vote_id = $1', [deviceIds[1]]);
    await scenario.world.time.advance(exchangedAfterMs);
    expect((await removePlace()).rowCount).toBe(1);
    const cluster = { clusterId: fan.accountId, suspicion: 'speed' } as const;
    const body = { activityId, cluster, verdict: 'voided', reason, why } as const;
    const { data } = await world.call(decideRoute, { operator, body });
    expect(data).toMatchObject({
      num: 2,
      remaining: 0,
      votes: fastIds.map((voteId) => ({ voteId, result: 'decided' })),
    });
    expect(await votesIn(fan.accountId)).toEqual({ voteIds: [deviceIds[1]], total: 1 });
  });

  it('and votes named one by one are not decided about by one call, which changes nothing', async () => {
    const { activityId, world } = scenario;
    for (const named of [{}, { voteIds: ['1'], cluster: { clusterId: 'nobody', suspicion: 'speed' } as const }]) {
      const body = { activityId, ...named, verdict: 'voided', reason, why } as const;
      const refused = await changesNothing(world, () => world.call(decideRoute, { operator, body }));
      expect(refused.refusal).toBe('REQUEST_INVALID');
      expect(refused.message).toContain('must be given, or else cluster, but not both');
    }
  });

  it('that does not exist has no votes', async () => {
    for (const unknown of [randomUUID(), 'nobody']) expect(await votesIn(unknown)).toEqual({ voteIds: [], total: 0 });
  });
});
