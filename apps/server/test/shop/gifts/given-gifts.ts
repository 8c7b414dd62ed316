import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { balanceOf } from '../../world/balance-of.ts';
import { activityId, ticketAsset } from '../../world/given-election.ts';
import type { TestFan } from '../../world/given-fan.ts';
import { givenGiftTerms } from '../../world/given-gift-terms.ts';
import { createWorld, type World } from '../../world/world.ts';

export const transferVotes = 'POST /wallet/api/v1/pointsMall/transferVotes';
/** Noon in Taipei, whose midnight is the platform's. */
export const noon = new Date('2026-03-10T04:00:00.000Z');
export const dayMs = 24 * 60 * 60_000;

/**
 * Creates a world for the tests of a file, and before each of them noon, a sender with 20 tickets and a receiver
 * without any.
 */
export function giftScenario() {
  let world: World;
  let sender: TestFan;
  let receiver: TestFan;
  beforeAll(async () => {
    world = await createWorld({ now: noon, environment: { RATE_LIMIT_FACTOR: '1000' } });
    await world.given.election({ closesAt: new Date(noon.getTime() + 5 * dayMs) });
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(async () => {
    world.clock.set(noon);
    // A bucket that was filled on a later day of another test would stay full until then.
    await world.ownerPool.query('DELETE FROM rate_limit');
    await givenGiftTerms(world);
    sender = await world.given.fan({ tickets: 20 });
    receiver = await world.given.fan();
  });

  return {
    get world() {
      return world;
    },
    get sender() {
      return sender;
    },
    get receiver() {
      return receiver;
    },
    codeOf: async ({ id }: TestFan): Promise<string> => {
      const { fan_code } = await world.db
        .selectFrom('fan')
        .select('fan_code')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return fan_code;
    },
    ticketsOf: (fan: TestFan) => balanceOf(world, fan, ticketAsset),
    give: (toAccount: string, num = 1, { key = randomUUID(), fan = sender }: { key?: string; fan?: TestFan } = {}) =>
      world.call(transferVotes, { fan, body: { toAccount, num, activityId }, key }),
  };
}
