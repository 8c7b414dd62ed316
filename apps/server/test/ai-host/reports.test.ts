import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Host } from '#/modules/ai-host/host.ts';
import { changesNothing } from '../world/changes-nothing.ts';
import type { TestFan } from '../world/given-fan.ts';
import { createWorld, type World } from '../world/world.ts';
import { asks, givenHost, mineOf } from './given-host.ts';

let world: World;
let host: Host;
let fan: TestFan;
let reporters: TestFan[];
let questionId: string;
let answerId: string;
beforeAll(async () => {
  world = await createWorld({ now: new Date('2026-03-10T04:00:00.000Z') });
  await world.given.election();
  host = givenHost(world);
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(async () => {
  [fan, ...reporters] = (await world.given.fans(7)) as [TestFan, ...TestFan[]];
  questionId = (await asks(world, fan, 'When does the voting end?')).data.questionId;
  world.clock.advance(60_000);
  await host.step();
  answerId = (await mineOf(world, fan)).question?.answer?.answerId ?? '';
});

type Reason = 'wrong' | 'childSafety';
const report = async (caller: TestFan | undefined, reason: Reason) => {
  const reply = await world.call('POST /activity/api/v1/jplive/agent/report', {
    fan: caller,
    body: { answerId, reason },
  });
  expect(reply.data).toEqual({ reported: true });
};
const isHidden = async () => (await mineOf(world, fan)).question?.answer === null;
const decide = async (show: boolean) =>
  world.call('POST /operator/api/v1/agent/decide', {
    operator: await world.given.operator('moderator'),
    body: { questionId, show, why: 'a test' },
  });
async function reports() {
  const { rows } = await world.ownerPool.query(
    `SELECT reason, hides, unfounded_at IS NOT NULL AS unfounded FROM ai_answer_report WHERE answer_id = $1
      ORDER BY reported_at, fan_id`,
    [answerId],
  );
  return rows;
}

it('Five fans hide an answer together, and after it is shown again five others do, for any reasons.', async () => {
  for (const reporter of reporters.slice(0, 4)) await report(reporter, 'wrong');
  expect(await isHidden()).toBe(false);
  await report(reporters[4], 'wrong');
  expect(await isHidden()).toBe(true);
  expect((await decide(true)).data).toEqual({ state: 'answered' });
  expect(await isHidden()).toBe(false);
  expect(await reports()).toEqual(Array.from({ length: 5 }, () => ({ reason: 'wrong', hides: true, unfounded: true })));

  const others = await world.given.fans(5);
  for (const other of others.slice(0, 4)) await report(other, 'wrong');
  expect(await isHidden()).toBe(false);
  await report(others[4], 'wrong');
  expect(await isHidden()).toBe(true);
});

it('A fan’s repeat changes nothing, not even one about child safety.', async () => {
  await report(reporters[0], 'wrong');
  await changesNothing(world, () => report(reporters[0], 'wrong'));
  await changesNothing(world, () => report(reporters[0], 'childSafety'));
  expect(await isHidden()).toBe(false);
  expect(await reports()).toEqual([{ reason: 'wrong', hides: true, unfounded: false }]);
});

it('One about child safety hides alone; after it was without ground, the next one counts like others.', async () => {
  await report(reporters[0], 'childSafety');
  expect(await isHidden()).toBe(true);
  await decide(true);
  await report(reporters[1], 'childSafety');
  for (const reporter of reporters.slice(2, 5)) await report(reporter, 'wrong');
  expect(await isHidden()).toBe(false);
  await report(reporters[5], 'wrong');
  expect(await isHidden()).toBe(true);
});
