import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#/modules/points/check-invariants.ts';
import { givenOffer } from './world/given-offer.ts';
import { givenTask } from './world/given-task.ts';
import { createWorld, type World } from './world/world.ts';

describe('rows that do not match the ledger', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election();
    const fan = await world.given.fan({ points: 100 });
    const taskId = await givenTask(world, { typeId: 13 });
    const offerId = await givenOffer(world);
    await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    await world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', { fan, body: { offerId, num: 2 } });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('are not there after claims and exchanges', async () => {
    const { checked, violations } = await checkInvariants(world.ownerPool);
    expect(violations).toEqual([]);
    expect(checked).toEqual(
      expect.arrayContaining([
        'claims are paid',
        'exchanges are posted',
        'fans count their exchanges',
        'offers count their exchanges',
      ]),
    );
  });

  it.each([
    ['a claim of other Points than were paid', 'UPDATE task_claim SET points = points + $1', ['claims are paid']],
    ['an exchange that paid something else', 'UPDATE exchange SET paid = paid + $1', ['exchanges are posted']],
    [
      'an exchange that received something else',
      'UPDATE exchange SET received = received + $1',
      ['exchanges are posted'],
    ],
    ['an offer that counts more', 'UPDATE offer SET exchanged = exchanged + $1', ['offers count their exchanges']],
    [
      'a fan who counts more',
      'UPDATE offer_fan SET exchanged = exchanged + $1',
      ['fans count their exchanges', 'offers count their exchanges'],
    ],
  ])('are found: %s', async (_, change, found) => {
    await world.ownerPool.query(change, [1]);
    expect(await broken()).toEqual(found);
    await world.ownerPool.query(change, [-1]);
    expect(await broken()).toEqual([]);
  });

  it.each([
    ['a reward without its claim', 'task_claim', ['claims are paid']],
    [
      'an exchange that was lost',
      'exchange',
      ['exchanges are posted', 'fans count their exchanges', 'offers count their exchanges'],
    ],
  ])('are found: %s', async (_, table, found) => {
    await world.ownerPool.query(`CREATE TABLE set_aside AS TABLE ${table}`);
    await world.ownerPool.query(`DELETE FROM ${table}`);
    expect(await broken()).toEqual(found);
    await world.ownerPool.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE set_aside`);
    await world.ownerPool.query('DROP TABLE set_aside');
    expect(await broken()).toEqual([]);
  });

  async function broken(): Promise<string[]> {
    const { violations } = await checkInvariants(world.ownerPool);
    return violations.map(({ invariant }) => invariant).toSorted();
  }
});
