import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countEarnedJob } from '#/modules/points/points.jobs.ts';
import { earnedTransfers, readMonthBooks, stretchEnd } from '#/modules/points/earned-points.store.ts';
import { countEarnedOnce } from '../world/count-all-earned.ts';
import { eraseFan } from '../world/erase-fan.ts';
import { activityId } from '../world/given-election.ts';
import type { TestFan } from '../world/given-fan.ts';
import { runJobs } from '../world/sign-up.ts';
import { waitForLockWaiter } from '../world/wait-for-lock-waiter.ts';
import { fanRankingBench } from './fan-ranking-bench.ts';

const bench = fanRankingBench();
const { ask, count, countAll, standings } = bench;

describe('the count behind the ranking of fans', () => {
  it('is counted also when past weeks cannot be cleared', async () => {
    await bench.world.given.fan({ points: 5 });
    await countAll();
    await bench.world.ownerPool.query(`
      CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'died'; END $$;
      CREATE TRIGGER dies BEFORE DELETE ON points_earned FOR EACH ROW EXECUTE FUNCTION die()`);
    bench.world.clock.advance(1000);
    await bench.world.given.fan({ points: 3 });
    await untilAllIsOver();
    await expect(countEarnedJob(bench.world.services).run(undefined, { number: 1, last: false })).rejects.toThrow(
      'died',
    );
    expect(await standings({ span: 'thisWeek' })).toEqual([[1, 3]]);
    await bench.world.ownerPool.query('DROP TRIGGER dies ON points_earned; DROP FUNCTION die()');
  });

  it('counts every transfer once, also when several replicas count', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, () => bench.world.given.fan({ points: 7 })));
    await Promise.all([
      ...Array.from({ length: 40 }, count),
      ...Array.from({ length: 10 }, () => bench.world.given.fan({ points: 7 })),
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
    await bench.world.given.fan({ points: 8 });
    await expect
      .poll(async () => {
        await bench.world.ownerPool.query(`SELECT graphile_worker.add_job('count-earned-points')`);
        await runJobs(bench.world);
        return standings();
      })
      .toEqual([[1, 8]]);
  });

  it('misses no transfer that was written before, and committed after, the ones it has counted', async () => {
    const slow = await bench.world.ownerPool.connect();
    try {
      await slow.query('BEGIN');
      const fan = await bench.world.given.fan();
      await slow.query(
        `SELECT ledger.post_legs(gen_random_uuid(), now(), ARRAY[$1::bigint], ARRAY[u.id],
          ARRAY[ledger.ensure_pool(u.id, 'issue', 'late')],
                            ARRAY[1]::smallint[], ARRAY[6]::bigint[], ARRAY[90]::smallint[]) FROM ledger.unit u
                              WHERE u.name = 'POINT'`,
        [fan.id],
      );
      await bench.world.given.fan({ points: 9 });
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

  it('catches up with any backlog, in several transactions, and a death between two changes nothing', async () => {
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 10 }, () => bench.world.given.fan({ points: 7 })));
    }
    await untilAllIsOver();
    await bench.world.ownerPool.query(`
      CREATE SEQUENCE stretch;
      CREATE FUNCTION die_in_the_third() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN IF nextval('stretch') = 3 THEN RAISE EXCEPTION 'died'; END IF; RETURN new; END $$;
      CREATE TRIGGER dies BEFORE UPDATE ON points_earned_cursor FOR EACH ROW EXECUTE FUNCTION die_in_the_third()`);
    await expect(countEarnedOnce(bench.world, 5)).rejects.toThrow('died');
    const counted = (await totals()).filter(({ span }) => span === 'allTime');
    expect(counted.length).toBeGreaterThanOrEqual(10);
    expect(counted.length).toBeLessThan(20);

    await countEarnedOnce(bench.world, 5);
    const { rows } = await bench.world.ownerPool.query<{ stretches: number }>(
      'SELECT last_value AS stretches FROM stretch',
    );
    expect(rows[0]?.stretches).toBeGreaterThan(6);
    const list = await standings({ pageSize: 100 });
    expect(list).toEqual(Array.from({ length: 40 }, () => [1, 7]));
    await bench.world.ownerPool.query('DROP TRIGGER dies ON points_earned_cursor; DROP FUNCTION die_in_the_third()');
  });

  it('counts a transaction that is greater than a stretch as a whole', async () => {
    const fans = await Promise.all(Array.from({ length: 12 }, () => bench.world.given.fan()));
    await bench.world.ownerPool.query(
      `SELECT ledger.post_legs(gen_random_uuid(), now(), f.ids, array_fill(u.id, f.many),
                          array_fill(ledger.ensure_pool(u.id, 'issue', 'many'), f.many),
                          array_fill(1::smallint, f.many), array_fill(3::bigint, f.many),
                            array_fill(90::smallint, f.many))
         FROM ledger.unit u, (SELECT $1::bigint[] AS ids, ARRAY[cardinality($1::bigint[])] AS many) f
        WHERE u.name = 'POINT'`,
      [fans.map(({ id }) => id)],
    );
    await untilAllIsOver();
    await countEarnedOnce(bench.world, 5);
    expect(await standings()).toEqual(fans.map(() => [1, 3]));
  });

  it('is counted without a look into the books of votes', async () => {
    await bench.world.given.election({ freePerDay: 5 });
    const fan = await bench.world.given.fan({ points: 5 });
    const vote = { activityId, idolId: '1', num: 1 };
    expect(await bench.world.call('POST /activity/api/v1/vote/doVote', { fan, body: vote })).toMatchObject({ code: 0 });
    await bench.world.ownerPool.query('ANALYZE');
    const plans = await bench.world.db.transaction().execute(async (tx) => {
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
    const fan = await bench.world.given.fan({ points: 5 });
    await countAll();
    await bench.world.given.fan({ points: 1 });
    await earnMore(fan);
    await untilAllIsOver();
    let counting: Promise<void> | undefined;
    await eraseFan(bench.world, fan, async () => {
      counting = count();
      await waitForLockWaiter(bench.world);
    });
    await counting;
    expect((await totals()).filter(({ fan_id: id }) => id === fan.id)).toEqual([]);
    expect(await standings()).toEqual([[1, 1]]);
  });
});

async function totals() {
  const { rows } = await bench.world.ownerPool.query<{ span: string; fan_id: number; points: number }>(
    'SELECT * FROM points_earned ORDER BY span, fan_id',
  );
  return rows;
}

async function earnMore({ id }: TestFan): Promise<void> {
  await bench.world.ownerPool.query(
    `SELECT ledger.post_legs(gen_random_uuid(), now(), ARRAY[$1::bigint], ARRAY[u.id],
      ARRAY[ledger.ensure_pool(u.id, 'issue', 'late')],
                        ARRAY[1]::smallint[], ARRAY[6]::bigint[], ARRAY[90]::smallint[]) FROM ledger.unit u
                          WHERE u.name = 'POINT'`,
    [id],
  );
}

/**
 * Waits until every transaction that has written to the journal is before the horizon: other databases may delay it.
 */
async function untilAllIsOver(): Promise<void> {
  const left = async () => {
    const { rows } = await bench.world.ownerPool.query(
      'SELECT FROM ledger.transfer WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())',
    );
    return rows.length;
  };
  await expect.poll(left, { timeout: 45_000 }).toBe(0);
}
