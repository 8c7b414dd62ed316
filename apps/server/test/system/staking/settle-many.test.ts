import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenStaking, moveStaking } from '../../world/given-staking.ts';
import { createWorld, type World } from '../../world/world.ts';
import { readBoard } from '#/modules/staking/staking.view.ts';
import { plansOf } from '../../world/plans-of.ts';
import { sharesOf } from '../../staking/staking-model.ts';

const wednesday = new Date('2025-03-12T04:00:00.000Z');
const weekMs = 7 * 86_400_000;
const fanCount = 100_000;
const pool = 50_000_000;

let world: World;
beforeAll(async () => {
  world = await createWorld({ now: wednesday });
});
afterAll(() => world[Symbol.asyncDispose]());

/** Inserts fans with a stake each, of 10 to 9,999 Points, as rows: calls would take minutes. */
async function givenStakes(planId: string): Promise<void> {
  const { rows: pools } = await world.ownerPool.query<{ id: number }>(
    `SELECT ledger.ensure_pool(id, 'issue', 'test grants') AS id FROM ledger.unit WHERE name = 'POINT'`,
  );
  const owner = await world.ownerPool.connect();
  try {
    await owner.query('BEGIN');
    await owner.query(
      `CREATE TEMPORARY TABLE staker ON COMMIT DROP AS
       WITH fans AS (
         INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at)
         SELECT substr(encode(sha256(n::text::bytea), 'hex'), 1, 20),
           translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHJK'), 'web2', n || '@example.com',
                'no password opens this', 'Mina', n::text, $1 FROM generate_series(1, $2::integer) n
         RETURNING id)
       SELECT id, n, 10 + n * 7919 % 9990 AS amount,
              ('01959000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid AS key
         FROM (SELECT id, row_number() OVER () AS n FROM fans) f`,
      [wednesday, fanCount],
    );
    await owner.query('CREATE UNIQUE INDEX ON staker (n)');
    await owner.query('ANALYZE staker, fan');
    for (let first = 1; first <= fanCount; first += 500) {
      await owner.query(
        `SELECT ledger.post_credits($1, 0::smallint, 90::smallint, array_agg(id), array_agg(amount), array_agg(key),
          array_agg($2::timestamptz))
           FROM staker WHERE n BETWEEN $3 AND $3 + 499`,
        [pools[0]?.id, wednesday, first],
      );
    }
    await owner.query(
      `INSERT INTO ledger.hold (fan, unit, key, amount, held_at)
       SELECT s.id, u.id, s.key, s.amount, $1 FROM staker s, ledger.unit u WHERE u.name = 'POINT'`,
      [wednesday],
    );
    await owner.query(
      `UPDATE ledger.account a SET held = s.amount FROM staker s, ledger.unit u
        WHERE a.fan = s.id AND a.unit = u.id AND u.name = 'POINT'`,
    );
    await owner.query(
      `INSERT INTO stake (fan_id, key, amount, plan_id, periods, factor, least, most, most_held, held_after,
        first_period,
                          end_period, staked_at, counts_from, returns_at)
       SELECT s.id, s.key, s.amount, p.id, p.periods, p.factor, p.least, p.most, p.most_held, s.amount, w.id, w.id + 7,
         $1,
              w.starts_at, w.ends_at
         FROM staker s, staking_plan p, (SELECT * FROM staking_period ORDER BY id LIMIT 1) w WHERE p.id = $2`,
      [wednesday, planId],
    );
    await owner.query('COMMIT');
  } finally {
    owner.release();
  }
}

it('100,000 stakes are settled by one statement, and their list can be recomputed', async () => {
  await givenStakes(await givenStaking(world, { pool, factor: 130 }));
  world.clock.set(new Date(wednesday.getTime() + weekMs));
  await moveStaking(world);
  world.clock.set(new Date(wednesday.getTime() + 2 * weekMs));

  await world.ownerPool.query('SELECT settle_staking_period(id, $1) FROM staking_period WHERE closed_at IS NOT NULL', [
    world.clock.now(),
  ]);

  world.time.forget();
  const { lastSettled, next } = (await world.call('GET /task/api/v1/staking/info', {})).data;
  expect(lastSettled).toMatchObject({ stakers: fanCount, pool });
  expect(next).toMatchObject({ stakers: 0 });
  // The board looks at no stake that is over: the figures of a settled period are kept.
  for (const [{ 'Shared Hit Blocks': hit, 'Shared Read Blocks': read }] of await plansOf(world.pool, readBoard)) {
    expect(hit + read).toBeLessThan(100);
  }
  const query = { periodId: lastSettled?.periodId ?? '' };
  const file = await world.app.inject({ method: 'GET', url: '/task/api/v1/staking/periodFile', query });
  expect(hash('sha256', file.body)).toBe(lastSettled?.hash);
  const lines = file.body.trimEnd().split('\n').slice(4);
  const weights = lines.map((line) => BigInt(line.split(' ')[0] ?? ''));
  expect(lines).toEqual(sharesOf(BigInt(pool), weights).map((share, line) => `${weights[line]} ${share}`));
}, 240_000);
