import { randomUUID } from 'node:crypto';
import { webhookEvents } from '@lightstick/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobs } from '#/app.ts';
import {
  activityId,
  createRoundsScenario,
  firstCloses,
  secondCloses,
  secondOpens,
} from '../rankings/rounds/given-rounds.ts';
import { stepActivities } from '../world/activity-lifecycle.ts';
import { givenNft, givenVotePack } from '../world/given-goods.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

const noon = new Date('2026-03-10T04:00:00.000Z');
const hourMs = 3_600_000;
const buy = 'POST /wallet/api/v1/pointsMall/summitBuy';
const claim = 'POST /task/api/v1/task/completeAndClaimPoint';

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: noon, stands: true });
  const operator = await world.given.operator('editor');
  const body = { url: 'https://hooks.example.com/', events: [...webhookEvents], why: 'to see all' };
  await world.call('POST /operator/api/v1/webhooks/add', { operator, body });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Returns what endpoints got, oldest first. */
async function readEvents({ ownerPool }: World, ...types: string[]) {
  const { rows } = await ownerPool.query<{ type: string; facts: unknown }>(
    `SELECT e.type, e.facts FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.id
      WHERE e.type = ANY ($1) OR cardinality($1::text[]) = 0 ORDER BY d.id`,
    [types],
  );
  return rows.map(({ type, facts }) => [type, facts]);
}

async function runJob(id: string, { services }: World = world): Promise<void> {
  await (await createJobs(services)).find((job) => job.id === id)?.run({}, { number: 1, last: false });
}

it('tells of an order when it is paid, and when it is fulfilled', async () => {
  await world.given.election();
  const fan = await world.given.fan({ points: 100 });
  const order = async (goodsId: string, num: number) =>
    (await world.call(buy, { fan, body: { goodsId, num } })).data.orderId;
  const packId = await givenVotePack(world);
  const packOrder = await order(packId, 2);
  const paidPack = { orderId: packOrder, goodsId: packId, num: 2, points: 20 };
  expect(await readEvents(world, 'order.paid', 'order.fulfilled')).toEqual([
    ['order.paid', paidPack],
    ['order.fulfilled', { orderId: packOrder }],
  ]);
  const editionId = await givenNft(world);
  const nftOrder = await order(editionId, 1);
  expect(await readEvents(world, 'order.paid')).toEqual([
    ['order.paid', paidPack],
    ['order.paid', { orderId: nftOrder, goodsId: editionId, num: 1, points: 10 }],
  ]);
  expect(await readEvents(world, 'order.fulfilled')).toHaveLength(1);
  await world.time.step();
  expect(await readEvents(world, 'order.fulfilled')).toContainEqual(['order.fulfilled', { orderId: nftOrder }]);
  // A refused order is none.
  await world.call(buy, { fan, body: { goodsId: editionId, num: 99 } });
  expect(await readEvents(world, 'order.paid')).toHaveLength(2);
});

it('tells of a claim that is held, and of none that is paid at once', async () => {
  const taskId = await givenTask(world, { typeId: 13, reward: 20 });
  const headers = { 'x-deviceid': randomUUID() };
  for (let account = 0; account < 4; account += 1) {
    await world.call(claim, { fan: await world.given.fan(), body: { taskId }, headers });
  }
  expect(await readEvents(world, 'claim.held')).toEqual([
    [
      'claim.held',
      { claimId: expect.any(String), taskId, heldFor: 'sharedDevice', paidAt: expect.stringMatching(/^2026-03-13T/) },
    ],
  ]);
});

it('tells of a round’s opening, freeze and end once each, and then of the result', async () => {
  await using scenario = await createRoundsScenario({ rules: { displayFreezeMinutes: 30 } });
  const { world: ofRounds, settle } = scenario;
  const operator = await ofRounds.given.operator('editor');
  const body = { url: 'https://hooks.example.com/', events: [...webhookEvents], why: 'to see all' };
  await ofRounds.call('POST /operator/api/v1/webhooks/add', { operator, body });
  const record = async () => {
    for (let times = 0; times < 2; times += 1) await runJob('record-round-events', ofRounds);
  };
  const round = { activityId, round: 1, closesAt: firstCloses.toISOString() };
  await record();
  expect(await readEvents(ofRounds)).toEqual([['round.opened', round]]);
  const frozenAt = new Date(firstCloses.getTime() - 30 * 60_000);
  ofRounds.clock.set(frozenAt);
  await stepActivities(ofRounds);
  await record();
  expect((await readEvents(ofRounds)).slice(1)).toEqual([
    ['round.frozen', { ...round, frozenAt: frozenAt.toISOString() }],
  ]);
  await settle(firstCloses);
  await stepActivities(ofRounds);
  ofRounds.clock.set(secondOpens);
  await record();
  expect((await readEvents(ofRounds)).slice(2)).toEqual([
    ['round.settled', { activityId, round: 1 }],
    ['round.opened', { activityId, round: 2, closesAt: secondCloses.toISOString() }],
  ]);
  await settle(secondCloses);
  expect((await readEvents(ofRounds)).filter(([type]) => type === 'result.ready' || type === 'round.settled')).toEqual([
    ['round.settled', { activityId, round: 1 }],
    ['round.settled', { activityId, round: 2 }],
    ['result.ready', { activityId, path: `/activity/api/v1/vote/result?activityId=${activityId}` }],
  ]);
});

it('tells of a token of an operator that ends soon, once', async () => {
  const { name } = await world.given.operator('auditor', { lifetimeMs: 14 * 24 * hourMs });
  await runJob('warn-of-ending-tokens');
  await runJob('warn-of-ending-tokens');
  const alert = { kind: 'operatorTokenEnds', operator: name, token: 'first', endsAt: '2026-03-24T04:00:00.000Z' };
  expect(await readEvents(world, 'alert')).toEqual([['alert', alert]]);
});
