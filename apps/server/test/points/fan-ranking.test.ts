import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { countEarnedJob } from '#/modules/points/index.ts';
import { earnedTransfers, readMonthBooks, stretchEnd } from '#/modules/points/earned-points.store.ts';
import { countAllEarned, countEarnedOnce } from '../world/count-all-earned.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { keepLedgerPartitionsSince } from '../world/ledger-partitions-since.ts';
import { runJobs } from '../world/sign-up.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { createWorld, type World } from '../world/world.ts';

const ranking = 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank';
/** The last second of a Taipei week: Sunday, 22 November 2026. */
const sundayNight = new Date('2026-11-22T15:59:59.000Z');

describe('the ranking of fans', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld({ now: sundayNight });
    await keepLedgerPartitionsSince(world, sundayNight);
    return () => world[Symbol.asyncDispose]();
  });

  const ask = async (
    wishes: { fan?: TestFan; span?: 'allTime' | 'thisWeek'; pageNum?: number; pageSize?: number } = {},
  ) => {
    const { fan, ...body } = wishes;
    return (await world.call(ranking, { fan, body })).data;
  };
  const count = () => countEarnedOnce(world);
  const countAll = () => countAllEarned(world);
  const standings = async (wishes?: Parameters<typeof ask>[0]) =>
    (await ask(wishes)).list.map(({ rank, points }) => [rank, points]);

  it('goes by Points earned and not by what is left of them; equal Points share a rank', async () => {
    const [first, second, third, fourth] = [
      await world.given.fan({ points: 50 }),
      await world.given.fan({ points: 30 }),
      await world.given.fan({ points: 30 }),
      await world.given.fan({ points: 10 }),
    ];
    await world.given.fan();
    await countAll();
    expect(await standings()).toEqual([
      [1, 50],
      [2, 30],
      [2, 30],
      [4, 10],
    ]);
    expect((await ask({ fan: third })).list.map(({ isMe }) => isMe)).toEqual([false, false, true, false]);
    for (const [fan, rank] of [
      [first, 1],
      [second, 2],
      [third, 2],
      [fourth, 4],
    ] as const) {
      expect((await ask({ fan, pageSize: 1 })).mine).toMatchObject({ rank, isMe: true });
    }
  });

  it('is shown to visitors too, and to a fan who has earned nothing without a rank', async () => {
    await world.given.fan({ points: 5 });
    const fan = await world.given.fan();
    await countAll();
    expect(await ask()).toMatchObject({ total: 1, mine: null, endsAt: null });
    expect((await ask({ fan })).mine).toMatchObject({ rank: null, points: 0, nickname: 'Mina', isMe: true });
  });

  it('of the week begins anew at the platform’s midnight before Monday', async () => {
    const fan = await world.given.fan({ points: 5 });
    await countAll();
    expect(await ask({ span: 'thisWeek', fan })).toMatchObject({
      list: [{ points: 5 }],
      endsAt: '2026-11-22T16:00:00.000Z',
    });
    world.clock.advance(1000);
    expect(await ask({ span: 'thisWeek', fan })).toMatchObject({
      list: [],
      total: 0,
      mine: { rank: null, points: 0 },
      endsAt: '2026-11-29T16:00:00.000Z',
    });
    await world.given.fan({ points: 3 });
    await countAll();
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 3]]);
    expect(await standings()).toEqual([
      [1, 5],
      [2, 3],
    ]);
    const { rows } = await world.ownerPool.query('SELECT DISTINCT span FROM points_earned ORDER BY span');
    expect(rows).toEqual([{ span: '2026-W48' }, { span: 'allTime' }]);
  });

  it('is counted also when past weeks cannot be cleared', async () => {
    await world.given.fan({ points: 5 });
    await countAll();
    await world.ownerPool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER dies BEFORE DELETE ON points_earned FOR EACH ROW EXECUTE FUNCTION die()`);
    world.clock.advance(1000);
    await world.given.fan({ points: 3 });
    await untilAllIsOver();
    await expect(countEarnedJob(world.services).run(undefined, { number: 1, last: false })).rejects.toThrow('died');
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 3]]);
    await world.ownerPool.query('DROP TRIGGER dies ON points_earned; DROP FUNCTION die()');
  });

  it('counts to the next week what a clock ahead of this one has received in it', async () => {
    world.clock.advance(2000);
    await world.given.fan({ points: 4 });
    world.clock.set(sundayNight);
    await countAll();
    expect(await standings({ span: 'thisWeek' })).toEqual([]);
    world.clock.advance(2000);
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 4]]);
  });

  it('counts every transfer once, however many replicas count at the same time', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, () => world.given.fan({ points: 7 })));
    await Promise.all([
      ...Array.from({ length: 40 }, count),
      ...Array.from({ length: 10 }, () => world.given.fan({ points: 7 })),
    ]);
    await countAll();
    expect(new Set((await ask({ pageSize: 100 })).list.map(({ rank, points }) => `${rank} ${points}`))).toEqual(
      new Set(['1 7']),
    );
    expect((await ask({ fan: fans[0] as TestFan })).total).toBe(20);
    const before = await totals();
    await count();
    expect(await totals()).toEqual(before);
  });

  it('is counted by the server’s own job', async () => {
    await world.given.fan({ points: 8 });
    await expect
      .poll(async () => {
        await world.ownerPool.query(`SELECT graphile_worker.add_job('count-earned-points')`);
        await runJobs(world);
        return standings();
      })
      .toEqual([[1, 8]]);
  });

  it('misses no transfer that was written before, and committed after, the ones it has counted', async () => {
    const slow = await world.ownerPool.connect();
    try {
      await slow.query('BEGIN');
      const fan = await world.given.fan();
      await slow.query(
        `SELECT ledger.post(gen_random_uuid(), now(), ARRAY[$1::bigint], ARRAY[u.id], ARRAY[ledger.ensure_pool(u.id, 'issue', 'late')],
                            ARRAY[1]::smallint[], ARRAY[6]::bigint[], ARRAY[90]::smallint[]) FROM ledger.unit u WHERE u.name = 'POINT'`,
        [fan.id],
      );
      await world.given.fan({ points: 9 });
      await count();
      await slow.query('COMMIT');
      await countAll();
      expect(await standings()).toEqual([
        [1, 9],
        [2, 6],
      ]);
    } finally {
      slow.release();
    }
  });

  it('leaves out simulated fans and those who were erased', async () => {
    const [ghost, gone] = [await world.given.fan({ points: 5 }), await world.given.fan({ points: 6 })];
    await world.ownerPool.query('UPDATE fan SET simulated = true, email = NULL, password_hash = NULL WHERE id = $1', [
      ghost.id,
    ]);
    await world.ownerPool.query(
      'UPDATE fan SET email = NULL, password_hash = NULL, deletion_requested_at = now(), erased_at = now() WHERE id = $1',
      [gone.id],
    );
    await world.given.fan({ points: 1 });
    await countAll();
    expect(await standings()).toEqual([[1, 1]]);
  });

  it('catches up with whatever has piled up, in several transactions, and a death between two loses and doubles nothing', async () => {
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => world.given.fan({ points: 7 })));
    }
    await untilAllIsOver();
    await world.ownerPool.query(`
      CREATE SEQUENCE stretch;
      CREATE FUNCTION die_in_the_third() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN IF nextval('stretch') = 3 THEN RAISE EXCEPTION 'died'; END IF; RETURN new; END $$;
      CREATE TRIGGER dies BEFORE UPDATE ON points_earned_cursor FOR EACH ROW EXECUTE FUNCTION die_in_the_third()`);
    await expect(countEarnedOnce(world, 5)).rejects.toThrow('died');
    const counted = (await totals()).filter(({ span }) => span === 'allTime');
    expect(counted.length).toBeGreaterThanOrEqual(10);
    expect(counted.length).toBeLessThan(20);

    await countEarnedOnce(world, 5);
    const { rows } = await world.ownerPool.query<{ stretches: number }>('SELECT last_value AS stretches FROM stretch');
    expect(rows[0]?.stretches).toBeGreaterThan(6);
    const list = await standings({ pageSize: 100 });
    expect(list).toEqual(Array.from({ length: 40 }, () => [1, 7]));
    await world.ownerPool.query('DROP TRIGGER dies ON points_earned_cursor; DROP FUNCTION die_in_the_third()');
  });

  it('counts a transaction that is greater than a stretch as a whole', async () => {
    const fans = await Promise.all(Array.from({ length: 12 }, () => world.given.fan()));
    await world.ownerPool.query(
      `SELECT ledger.post(gen_random_uuid(), now(), f.ids, array_fill(u.id, f.many),
                          array_fill(ledger.ensure_pool(u.id, 'issue', 'many'), f.many),
                          array_fill(1::smallint, f.many), array_fill(3::bigint, f.many), array_fill(90::smallint, f.many))
         FROM ledger.unit u, (SELECT $1::bigint[] AS ids, ARRAY[cardinality($1::bigint[])] AS many) f
        WHERE u.name = 'POINT'`,
      [fans.map(({ id }) => id)],
    );
    await untilAllIsOver();
    await countEarnedOnce(world, 5);
    expect(await standings()).toEqual(fans.map(() => [1, 3]));
  });

  it('is counted without a look into the books of votes', async () => {
    await world.given.election({ freePerDay: 5 });
    const fan = await world.given.fan({ points: 5 });
    const vote = { activityId, idolId: '1', num: 1 };
    expect(await world.call('POST /activity/api/v1/vote/doVote', { fan, body: vote })).toMatchObject({ code: 0 });
    await world.ownerPool.query('ANALYZE');
    const plans = await world.db.transaction().execute(async (tx) => {
      const stretch = { books: await readMonthBooks(tx), from: '0', until: '9999999' };
      const explained = [earnedTransfers(stretch), stretchEnd({ ...stretch, most: 10 })].map((read) =>
        sql`explain (format json) ${read}`.execute(tx),
      );
      return (await Promise.all(explained)).map(({ rows }) => JSON.stringify(rows));
    });
    for (const plan of plans) {
      expect(plan).toContain('"transfer_0"');
      expect(plan).not.toContain(`"transfer_${activityId}"`);
    }
  });

  it('does not get a fan back who is erased while it is counted', async () => {
    const fan = await world.given.fan({ points: 5 });
    await countAll();
    await world.given.fan({ points: 1 });
    await earnMore(fan);
    await untilAllIsOver();
    let counting: Promise<void> | undefined;
    await eraseFan(world, fan, async () => {
      counting = count();
      await waitForLockWaiter(world);
    });
    await counting;
    expect((await totals()).filter(({ fan_id: id }) => id === fan.id)).toEqual([]);
    expect(await standings()).toEqual([[1, 1]]);
  });

  it('never shows a fan who was erased', async () => {
    const gone = await world.given.fan({ points: 6 });
    await countAll();
    await world.ownerPool.query(
      'UPDATE fan SET email = NULL, password_hash = NULL, deletion_requested_at = now(), erased_at = now() WHERE id = $1',
      [gone.id],
    );
    expect(await standings()).toEqual([]);
    await world.ownerPool.query('DELETE FROM points_earned');
  });

  it('comes in pages and ends after a thousand fans, while a place below is still told', async () => {
    await world.ownerPool.query(
      `WITH invented AS (
         INSERT INTO fan (account_id, fan_code, kind, email, password_hash, nickname, avatar_seed, created_at)
         SELECT 'invented' || lpad(n::text, 12, '0'), 'F' || translate(lpad(n::text, 7, '0'), '01', 'AB'), 'web2',
                n || '@example.com', 'none', 'Fan ' || n, 'seed', now()
           FROM generate_series(1, 1005) n RETURNING id)
       INSERT INTO points_earned (span, fan_id, points) SELECT 'allTime', id, 5000 - row_number() OVER (ORDER BY id) FROM invented`,
    );
    const fan = await world.given.fan();
    await world.ownerPool.query(`INSERT INTO points_earned VALUES ('allTime', $1, 1)`, [fan.id]);
    const page = await ask({ fan, pageNum: 20, pageSize: 50 });
    expect(page).toMatchObject({ total: 1000, mine: { rank: 1006, points: 1 } });
    expect([page.list[0]?.rank, page.list.at(-1)?.rank]).toEqual([951, 1000]);
    expect((await ask({ pageNum: 21, pageSize: 50 })).list).toEqual([]);
    expect((await ask({ pageNum: 1, pageSize: 1000 })).list).toHaveLength(1000);
    await world.ownerPool.query('DELETE FROM points_earned');
  });

  async function totals() {
    const { rows } = await world.ownerPool.query<{ span: string; fan_id: number; points: number }>(
      'SELECT * FROM points_earned ORDER BY span, fan_id',
    );
    return rows;
  }

  async function earnMore({ id }: TestFan): Promise<void> {
    await world.ownerPool.query(
      `SELECT ledger.post(gen_random_uuid(), now(), ARRAY[$1::bigint], ARRAY[u.id], ARRAY[ledger.ensure_pool(u.id, 'issue', 'late')],
                          ARRAY[1]::smallint[], ARRAY[6]::bigint[], ARRAY[90]::smallint[]) FROM ledger.unit u WHERE u.name = 'POINT'`,
      [id],
    );
  }

  /** Until every transaction that has written to the journal lies before the horizon: other databases may hold it up. */
  async function untilAllIsOver(): Promise<void> {
    await expect
      .poll(
        async () => {
          const { rows } = await world.ownerPool.query(
            'SELECT FROM ledger.transfer WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())',
          );
          return rows.length;
        },
        { timeout: 45_000 },
      )
      .toBe(0);
  }
});
