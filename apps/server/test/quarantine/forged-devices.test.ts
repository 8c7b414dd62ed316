import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '#/errors.ts';
import { castVote } from '#/modules/ballots/cast-vote.ts';
import { startVoting } from '#/modules/ballots/voting.ts';
import { createServices } from '#/app.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createQuarantineScenario, type QuarantineScenario } from './given-quarantine.ts';

/** The number of devices at which a fan is reported within a day. */
const devicesOfFan = 16;

let scenario: QuarantineScenario;
let voting: ReturnType<typeof startVoting>;
beforeEach(async () => {
  scenario = await createQuarantineScenario();
  voting = startVoting(createServices(scenario.world.services));
});
afterEach(async () => {
  await voting.close();
  await scenario[Symbol.asyncDispose]();
});

/** Returns the result of a vote: counted, quarantined, or the reason of its refusal. */
function vote({ id, accountId, joinedAt }: TestFan, deviceId: string = randomUUID()): Promise<string> {
  return castVote(
    { ...voting, db: scenario.world.services.db },
    {
      fan: { id, accountId, joinedAt },
      activityId: scenario.activityId,
      idolId: '1',
      num: 1,
      key: randomUUID(),
      receivedAt: scenario.world.clock.now(),
      source: { deviceId, address: '192.0.2.1' },
      language: 'en_US',
    },
  ).then(
    ({ state }) => state,
    (error: unknown) => {
      if (error instanceof Refusal) return error.reason;
      throw error;
    },
  );
}

async function observations(): Promise<number> {
  await voting.watch.exchange();
  const { rows } = await scenario.world.ownerPool.query('SELECT FROM vote_observation');
  return rows.length;
}

it('a fan with a thousand made-up devices and no votes leaves nothing', async () => {
  const fan = await scenario.world.given.fan();
  const states = await Promise.all(Array.from({ length: 1000 }, () => vote(fan)));
  expect(new Set(states)).toEqual(new Set(['INSUFFICIENT_VOTES']));
  expect(await observations()).toBe(0);
});

it('a fan with a thousand made-up devices and as many votes leaves a few', async () => {
  const fan = await scenario.world.given.fan({ votes: 1000 });
  const states = await Promise.all(Array.from({ length: 1000 }, () => vote(fan)));
  expect(new Set(states)).toEqual(new Set(['counted']));
  expect(await observations()).toBe(devicesOfFan);
});

it('votes that are set aside are found by their device, also where the device was not reported', async () => {
  const { world } = scenario;
  const deviceId = randomUUID();
  for (let fan = 0; fan < 2; fan += 1) await vote(await world.given.fan(), deviceId);
  const fan = await world.given.fan({ votes: devicesOfFan + 1 });
  for (let device = 0; device < devicesOfFan; device += 1) expect(await vote(fan)).toBe('counted');
  expect(await vote(fan, deviceId)).toBe('quarantined');
  expect(await observations()).toBe(devicesOfFan);
  const { rows } = await world.ownerPool.query('SELECT FROM clustered_vote');
  expect(rows).toHaveLength(1);
});
