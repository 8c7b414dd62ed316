import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLeaderboard } from '#/db/leaderboard.ts';
import { faceRows } from '#/modules/identity/index.ts';
import { listShownSupporters } from '#/modules/rankings/figures.view.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';
import { type PlanNode, plansOf } from '../world/plans-of.ts';

const fans = 200_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  // Every hundredth chooses to be shown.
  await database.ownerPool.query(
    `INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at,
       shows_support, shows_level)
     SELECT lpad(n::text, 20, '0'), 'F' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
            n || '@example.com', 'none', 'Fan ' || n, 'seed', now(), n % 100 = 0, n % 100 = 0
       FROM generate_series(1, $1::integer) AS n`,
    [fans],
  );
  await database.ownerPool.query(
    `INSERT INTO points_earned (span, fan_id, points) SELECT 'allTime', id, id FROM fan ORDER BY id LIMIT 2000`,
  );
  await database.ownerPool.query(`INSERT INTO shown_badge SELECT id, 'firstVote' FROM fan WHERE shows_level`);
  await database.ownerPool.query('ANALYZE fan, fan_level, shown_badge, points_earned');
}, 60_000);
afterAll(async () => {
  // Invariants compare it with the journal, which has none of it.
  await database.ownerPool.query('TRUNCATE points_earned, shown_badge');
  await database[Symbol.asyncDispose]();
});

/** The scans of whole tables in a plan. */
const wholeTables = (nodes: readonly PlanNode[]) =>
  nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [node['Relation Name']] : []));

describe('among 200,000 fans', () => {
  it('the supporters who are shown are found by index', async () => {
    const { rows } = await database.ownerPool.query<{ id: number }>(
      'SELECT id::int AS id FROM fan ORDER BY id LIMIT 1000',
    );
    const supporters = rows.map(({ id }, index) => ({ fanId: id, votes: 2000 - index }));
    const list = await listShownSupporters(database.db, supporters);
    expect(list.map(({ place }) => place)).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
    const plans = await plansOf(database.appPool, (db) => listShownSupporters(db, supporters));
    expect(plans).toHaveLength(1);
    expect(plans.map((nodes) => wholeTables(nodes).includes('fan'))).toEqual([false]);
  });

  it('a page of a ranking reads the levels and badges of its rows alone', async () => {
    const board = {
      table: 'points_earned',
      amount: 'points',
      part: { column: 'span', value: 'allTime' },
      faces: faceRows,
    } as const;
    const plans = await plansOf(database.appPool, (db) =>
      readLeaderboard(db, board, { fanId: undefined, pageNum: 1, pageSize: 20 }),
    );
    expect(plans.map(wholeTables)).toEqual([expect.not.arrayContaining(['fan', 'shown_badge'])]);
  });
});
