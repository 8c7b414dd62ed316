import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countQueries } from '../world/count-queries.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, givenEnvelopeDraw, givenPacket, givenRaffle } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld({ environment: { DEFAULT_COUNTRY: 'TW' } });
  await world.given.election();
  fan = await world.given.fan();
});
afterAll(() => world[Symbol.asyncDispose]());

const listCall = 'GET /activity/api/v1/packet/getAllPacket';
const grabCall = 'GET /activity/api/v1/packet/grabPackage';
const lists = ['getAllPacket', 'getAllBlindBox', 'getAllDraw'] as const;

it('A list asks the database as often for five packets, boxes and draws as for one.', async () => {
  const givenOneOfEach = async () => {
    await givenPacket(world);
    await givenBox(world);
    await givenEnvelopeDraw(world);
    await givenRaffle(world);
  };
  const askInTurn = async () => {
    const counts: number[] = [];
    for (const list of lists) {
      world.time.forget();
      counts.push(
        await countQueries(/packet|campaign|envelope_day|task_claim|ledger.transfer/, () =>
          world.call(`GET /activity/api/v1/packet/${list}`, { fan, query: {} }),
        ),
      );
    }
    return counts;
  };
  await givenOneOfEach();
  // The first answer finds nothing cached of the fan's session.
  await askInTurn();
  const forOne = await askInTurn();
  for (let more = 0; more < 4; more += 1) await givenOneOfEach();
  expect(await askInTurn()).toEqual(forOne);
});

it('Packets are listed by their turn, each with the own share, and none of it for visitors.', async () => {
  await using quiet = await createWorld();
  await quiet.given.election();
  const coming = await givenPacket(quiet, { opensInMs: 60 * 60_000 });
  const open = await givenPacket(quiet);
  const over = await givenPacket(quiet, { total: 10, shares: 1 });
  const caller = await quiet.given.fan();
  await quiet.call(grabCall, { fan: caller, query: { packetId: over } });
  quiet.time.forget();
  const { data } = await quiet.call(listCall, { fan: caller, query: {} });
  expect(data.map(({ packetId, state }) => [packetId, state])).toEqual([
    [open, 'open'],
    [coming, 'notOpen'],
    [over, 'soldOut'],
  ]);
  expect(data.map(({ mine }) => mine?.place)).toEqual([undefined, undefined, 1]);
  const visitors = await quiet.call(listCall, { query: {} });
  expect(visitors.data.map(({ mine }) => mine)).toEqual([null, null, null]);
});

it('Packets are listed by election.', async () => {
  const packetId = await givenPacket(world, { activityId: '1004' });
  await givenPacket(world);
  world.time.forget();
  const { data } = await world.call(listCall, { query: { activityId: 1004 } });
  expect(data.map((one) => one.packetId)).toEqual([packetId]);
});

it('The balance for a box says how many the caller could open.', async () => {
  const caller = await world.given.fan({ points: 1000 });
  const boxId = await givenBox(world, { price: 300, perFanLimit: 5 });
  const balanceCall = 'POST /wallet/api/v1/pointsMall/getActivityAvailableBalance';
  const balance = () => world.call(balanceCall, { fan: caller, body: { activityId: boxId } });
  world.time.forget();
  const holdings = { asset: 'POINT', available: 1000, spendable: 3, price: 300, left: 100, perFan: 5, used: 0 };
  expect((await balance()).data).toEqual(holdings);
  const { data: opened } = await world.call('POST /wallet/api/v1/pointsMall/participateActivity', {
    fan: caller,
    body: { activityId: boxId, num: 3 },
    key: randomUUID(),
  });
  world.time.forget();
  expect((await balance()).data).toMatchObject({ available: opened.remaining, left: 97, used: 3 });
  expect(await world.call(balanceCall, { fan: caller, body: { activityId: 'none' } })).toMatchObject({
    refusal: 'CAMPAIGN_NOT_FOUND',
  });
});

it('A packet that is older than the list is found by its id, with the own share.', async () => {
  const at = world.clock.now().getTime();
  const packetId = await givenPacket(world, { lastsMs: 60_000 });
  await world.call(grabCall, { fan, query: { packetId } });
  const find = async (query: { packetId?: string }) => {
    world.time.forget();
    return (await world.call(listCall, { fan, query })).data;
  };
  const found = [{ packetId, mine: { place: 1 } }];
  expect(await find({ packetId })).toMatchObject(found);
  world.clock.set(new Date(at + 8 * 24 * 60 * 60_000));
  expect((await find({})).filter((one) => one.packetId === packetId)).toEqual([]);
  expect(await find({ packetId })).toMatchObject(found);
  expect(await find({ packetId: 'no-such-packet' })).toEqual([]);
});
