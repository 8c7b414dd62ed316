import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, createServices } from '#/app.ts';
import { call } from '../../world/call.ts';
import { givenNft } from '../../world/given-goods.ts';
import { givenBox, pieces, points } from '../../world/given-luck.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { createWorld, type World } from '../../world/world.ts';

const openCall = 'POST /wallet/api/v1/pointsMall/participateActivity';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { DEFAULT_COUNTRY: 'TW', RATE_LIMIT_FACTOR: '1000' } });
  await world.given.election();
});
afterAll(() => world[Symbol.asyncDispose]());

/** What a call is answered that has waited too long for its turn, on a machine that does other work as well. */
const lateRefusals = ['OVERLOADED', 'TOO_MANY_REQUESTS'];

/** Opens, and presses again when the call has waited too long. */
async function openInTurn(app: World['app'], fan: TestFan, boxId: string) {
  const key = randomUUID();
  for (;;) {
    const reply = await call(app, openCall, { fan, key, body: { activityId: boxId } });
    if (!lateRefusals.includes(reply.refusal ?? '')) return reply;
  }
}

it('A thousand fans who open one box at once, through two processes, get exactly its prizes and pieces.', async () => {
  const editionId = await givenNft(world, { size: 100, reserved: 100 });
  const prizes = [points('few', 2, 599), points('jackpot', 50, 1, true), pieces('star', editionId, 100)];
  const boxId = await givenBox(world, { prizes, rareWithin: 2 });
  const replica = await buildApp(createServices(world.services));
  const fans = await world.given.fans(1000, { points: 10 });
  const replies = await Promise.all(fans.map((fan, at) => openInTurn(at % 2 ? world.app : replica, fan, boxId)));
  await replica.close();
  const opened = replies.filter(({ code }) => code === 0).flatMap(({ data }) => data.results ?? []);
  const refusals = new Set(replies.flatMap(({ refusal }) => (refusal ? [refusal] : [])));
  expect(refusals).toEqual(new Set(['CAMPAIGN_SOLD_OUT']));
  expect(opened).toHaveLength(700);
  expect(new Set(opened.map(({ nonce }) => nonce)).size).toBe(700);
  const serials = opened.flatMap(({ serial }) => (serial === null ? [] : [serial]));
  expect(new Set(serials).size).toBe(100);
}, 240_000);
