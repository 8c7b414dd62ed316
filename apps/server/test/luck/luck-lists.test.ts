import { afterAll, beforeAll, expect, it } from 'vitest';
import { ageCaches } from '../world/age-caches.ts';
import { countQueries } from '../world/count-queries.ts';
import type { TestFan } from '../world/given-fan.ts';
import { givenBox, givenEnvelopeDraw, givenPacket, givenRaffle } from '../world/given-luck.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let fan: TestFan;
beforeAll(async () => {
  world = await createWorld();
  await world.given.election();
  fan = await world.given.fan();
});
afterAll(() => world[Symbol.asyncDispose]());

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
      ageCaches();
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

it('A packet that is older than the list is found by its id, with the own share.', async () => {
  const at = world.clock.now().getTime();
  const packetId = await givenPacket(world, { lastsMs: 60_000 });
  await world.call('GET /activity/api/v1/packet/grabPackage', { fan, query: { packetId } });
  const find = async (query: { packetId?: string }) => {
    ageCaches();
    return (await world.call('GET /activity/api/v1/packet/getAllPacket', { fan, query })).data;
  };
  const found = [{ packetId, mine: { place: 1 } }];
  expect(await find({ packetId })).toMatchObject(found);
  world.clock.set(new Date(at + 8 * 24 * 60 * 60_000));
  expect((await find({})).filter((one) => one.packetId === packetId)).toEqual([]);
  expect(await find({ packetId })).toMatchObject(found);
  expect(await find({ packetId: 'no-such-packet' })).toEqual([]);
});
