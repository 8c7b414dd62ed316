import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActivityCatalogue } from '#/modules/elections/activity-catalogue.ts';
import { activityId } from '../world/given-election.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the activities in memory', () => {
  it('show what an empty server is filled with at once, and whole', async () => {
    const catalogue = createActivityCatalogue(world.db);
    expect(await catalogue.all()).toEqual([]);
    let reading = true;
    const seen: number[] = [];
    const watching = (async () => {
      while (reading) seen.push((await createActivityCatalogue(world.db).find(activityId))?.candidates.size ?? 0);
    })();
    await world.given.election({ idols: 12 });
    reading = false;
    await watching;
    expect(seen.filter((candidates) => candidates !== 0 && candidates !== 12)).toEqual([]);
    expect((await catalogue.find(activityId))?.candidates.size).toBe(12);
  });
});
