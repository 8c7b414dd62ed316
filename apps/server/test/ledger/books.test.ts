import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidV7 } from '#/lib/uuid.ts';
import { createWorld, type World } from '../world/world.ts';
import { balanceOf } from '../world/balance-of.ts';
import { givenOffer } from '../world/given-offer.ts';
import { keepLedgerPartitionsSince } from '../world/ledger-partitions-since.ts';

const route = 'POST /wallet/api/v1/pointsMall/exchangeTicket';

/** Returns the middle of a month, counted from this one. */
function monthsAway(count: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 15));
}

describe('the books of the ledger', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election();
    await keepLedgerPartitionsSince(world, monthsAway(-6));
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['from before the ledger began', -9],
    ['from a month in which nothing ran', -3],
  ])('have a place for a key %s', async (_, months) => {
    const fan = await world.given.fan({ points: 10 });
    const body = { offerId: await givenOffer(world, { price: 10 }), num: 1 };
    expect((await world.call(route, { fan, body, key: uuidV7(monthsAway(months)) })).code).toBe(0);
    expect(await balanceOf(world, fan)).toBe(0);
  });
});
