import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { activityId } from '../world/given-election.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the activities in memory', () => {
  it('show what an empty server is filled with at once, and whole', async () => {
    const catalogue = createActivityCatalogue(world.services);
    expect(await catalogue.all()).toEqual([]);
    const candidatesNow = async () =>
      (await createActivityCatalogue(world.services).find(activityId))?.candidates.size ?? 0;
    const holding = await world.ownerPool.connect();
    await holding.query('BEGIN');
    // The filling reaches the last idol after all that it knows of the others, and waits for the same key.
    await holding.query(
      `WITH held AS (INSERT INTO team (id, name, slogan, colour, position) VALUES ('held', $1, $1, '#000000', 9)
        RETURNING id)
       INSERT INTO idol (id, team_id, name, number, profile, portrait_seed) SELECT '12', id, $1, 12, $1, 'held'
         FROM held`,
      [{ en_US: 'Held', zh_TW: '保留' }],
    );
    const filling = world.given.election({ idols: 12 });
    try {
      await waitForLockWaiter(world);
      expect(await candidatesNow()).toBe(0);
      expect(await catalogue.all()).toEqual([]);
    } finally {
      await holding.query('ROLLBACK');
      holding.release();
      await filling;
    }
    expect(await candidatesNow()).toBe(12);
    expect((await catalogue.find(activityId))?.candidates.size).toBe(12);
  });
});
