import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { balanceOf } from '../world/balance-of.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import { eraseFan } from '../world/erase-fan.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenInviteTerms, givenNewcomer } from '../world/given-invite.ts';
import { createQuarantineScenario, decideRoute, type QuarantineScenario, reason, why } from './given-quarantine.ts';

const pendingPoints = 'POST /wallet/api/v1/userExpand/getPendingPoints';

describe('an invite whose newcomer votes from a crowded device', () => {
  let scenario: QuarantineScenario;
  let inviter: TestFan;
  beforeAll(async () => {
    scenario = await createQuarantineScenario({}, { freeVotesPerDay: 1 });
    await givenInviteTerms(scenario.world, { reward: 100, mostRewarded: 1000 });
  });
  afterAll(() => scenario[Symbol.asyncDispose]());
  beforeEach(async () => {
    inviter = await scenario.world.given.fan();
  });

  const reward = () => rewardInvites(scenario.world.services, scenario.world.clock.now());
  const points = () => balanceOf(scenario.world, inviter);
  const vote = async (fan: TestFan, deviceId: string) => (await scenario.vote(fan, { deviceId })).data.voteId;
  const newcomers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => givenNewcomer(scenario.world, inviter)));
  const decide = async (verdict: 'released' | 'voided', voteIds: readonly string[]) => {
    const operator = await scenario.world.given.operator('moderator');
    const body = { activityId: scenario.activityId, voteIds: [...voteIds], verdict, reason, why };
    const reply = await scenario.world.call(decideRoute, { operator, body, key: randomUUID() });
    expect(reply.code).toBe(0);
  };

  /** Prepares a newcomer whose only vote is in quarantine, behind as many fans as the device may have. */
  async function givenSetAside(): Promise<{ newcomer: TestFan; voteId: string }> {
    const { deviceId } = await scenario.givenSetAside();
    const newcomer = await givenNewcomer(scenario.world, inviter);
    return { newcomer, voteId: await vote(newcomer, deviceId) };
  }

  it('pays for those of fifty alone whose votes count', async () => {
    const fifty = await newcomers(50);
    const deviceId = randomUUID();
    for (const fan of fifty.slice(0, 2)) await vote(fan, deviceId);
    await Promise.all(fifty.slice(2).map((fan) => vote(fan, deviceId)));
    await Promise.all(Array.from({ length: 5 }, reward));
    expect(await points()).toBe(200);
    const { data } = await scenario.world.call(pendingPoints, { fan: inviter });
    expect(data.pending).toBe(4800);
    await changesNothing(scenario.world, reward);
  });

  it('pays once the vote is released', async () => {
    const { voteId } = await givenSetAside();
    await changesNothing(scenario.world, reward);
    await decide('released', [voteId]);
    await reward();
    expect(await points()).toBe(100);
  });

  it('waits for another vote when this one is voided', async () => {
    const { newcomer, voteId } = await givenSetAside();
    await decide('voided', [voteId]);
    await changesNothing(scenario.world, reward);
    scenario.world.clock.advance(24 * 60 * 60_000);
    await vote(newcomer, randomUUID());
    await reward();
    expect(await points()).toBe(100);
  });

  it('lapses with a newcomer who is erased while the vote is in quarantine, also when it is released', async () => {
    const { newcomer, voteId } = await givenSetAside();
    await eraseFan(scenario.world, newcomer);
    await decide('released', [voteId]);
    await changesNothing(scenario.world, reward);
    expect(await points()).toBe(0);
  });
});
