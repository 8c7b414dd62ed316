import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { countAllEarned, countEarnedOnce } from '../world/count-all-earned.ts';
import { checkLedger } from '../world/database.ts';
import type { TestFan } from '../world/given-fan.ts';
import { keepLedgerPartitionsSince } from '../world/ledger-partitions-since.ts';
import { createWorld, type World } from '../world/world.ts';

const ranking = 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank';
/** The last second of a Taipei week: Sunday, 22 November 2026. */
export const sundayNight = new Date('2026-11-22T15:59:59.000Z');

type Asked = { fan?: TestFan; span?: 'allTime' | 'thisWeek'; pageNum?: number; pageSize?: number };

/** Creates one world for the tests of a file. Each test begins on a Sunday night with an empty ranking of fans. */
export function fanRankingBench() {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ now: sundayNight });
    await keepLedgerPartitionsSince(world, sundayNight);
  });
  afterAll(() => world[Symbol.asyncDispose]());
  beforeEach(() => world.clock.set(sundayNight));
  afterEach(async () => {
    await checkLedger(world.ownerPool);
    await countAllEarned(world);
    // Simulated fans are not ranked.
    await world.ownerPool.query(
      `DELETE FROM points_earned; UPDATE fan SET simulated = true, email = NULL, password_hash = NULL
        WHERE NOT simulated`,
    );
  });

  async function ask({ fan, ...body }: Asked = {}) {
    return (await world.call(ranking, { fan, body })).data;
  }
  return {
    get world() {
      return world;
    },
    ask,
    standings: async (asked?: Asked) => (await ask(asked)).list.map(({ rank, points }) => [rank, points]),
    count: () => countEarnedOnce(world),
    countAll: () => countAllEarned(world),
  };
}
