import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Registry } from 'prom-client';
import { publishDatabase } from '#/cluster/start-server.ts';
import { createPools, type Pools } from '#/db/connect.ts';
import { runJobs } from '../world/run-jobs.ts';
import { withDatabase } from '../world/with-database.ts';
import { createWorld, type World } from '../world/world.ts';

describe('the metrics', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** Publishes the database anew, because a reading stands for ten seconds, and returns the page with the first reading. */
  async function page(
    pools: Pick<Pools, 'queuePool' | 'replica'> = { queuePool: world.ownerPool, replica: undefined },
  ) {
    const registry = new Registry();
    publishDatabase(registry, pools, world.services.log);
    await expect.poll(() => registry.metrics()).toMatch(/^lightstick_postgres_up\{/m);
    return registry.metrics();
  }
  const valueOf = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length),
    );

  it('show how PostgreSQL fares: its transactions, buffers, log, size and oldest ids', async () => {
    const text = await page();
    const above = [
      'lightstick_postgres_up{server="primary"}',
      'lightstick_postgres_sees_all{server="primary"}',
      'lightstick_postgres_connections',
      'lightstick_postgres_max_connections',
      'lightstick_postgres_transactions_total{outcome="committed"}',
      'lightstick_postgres_blocks_total{from="buffers"}',
      'lightstick_postgres_database_bytes',
      'lightstick_postgres_wal_bytes_total',
      'lightstick_postgres_frozen_age_transactions',
    ];
    expect(above.filter((series) => !(valueOf(text, series) > 0))).toEqual([]);
    expect(valueOf(text, 'lightstick_postgres_archived_total{outcome="failed"}')).toBe(0);
  });

  it('show locks that are waited for, and how long a transaction has been open', async () => {
    const [holder, waiter] = [await world.ownerPool.connect(), await world.ownerPool.connect()];
    try {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE page');
      const waiting = waiter.query('SELECT FROM page LIMIT 1');
      await expect.poll(() => page()).toMatch(/^lightstick_postgres_locks_waited_for [1-9]/m);
      const longest = 'lightstick_postgres_longest_transaction_seconds{server="primary"}';
      expect(valueOf(await page(), longest)).toBeGreaterThan(0);
      await holder.query('ROLLBACK');
      await waiting;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
      waiter.release();
    }
  });

  it('say that the database is away, and show no figure of it', async () => {
    const pools = createPools({ ownerUrl: withDatabase(world.databaseUrl, 'no_such_database') });
    try {
      const text = await page(pools);
      expect(valueOf(text, 'lightstick_postgres_up{server="primary"}')).toBe(0);
      expect(text).not.toMatch(/^lightstick_(postgres_(?!up)|job)/m);
    } finally {
      await pools.end();
    }
  });

  it('show the jobs that wait for a worker, and those that failed', async () => {
    await world.ownerPool.query(
      `SELECT graphile_worker.add_job('send-mail', '{"broken":true}', run_at := now() - interval '1 hour')`,
    );
    await expect.poll(() => page()).toMatch(/^lightstick_jobs\{job="send-mail",state="due"\} 1$/m);
    await expect.poll(() => page()).toMatch(/^lightstick_job_overdue_seconds\{job="send-mail"\} 3[6-9]\d\d/m);
    await runJobs({ ownerPool: world.ownerPool, services: world.services });
    await expect.poll(() => page()).toMatch(/^lightstick_jobs\{job="send-mail",state="retried"\} 1$/m);
  });

  it('show the Points that fans were given, that they spent, and that expired', async () => {
    await world.given.fan({ points: 300 });
    const { rows } = await world.ownerPool.query<{ held: number }>(
      `SELECT sum(balance)::bigint AS held FROM ledger.account
        WHERE unit = (SELECT id FROM ledger.unit WHERE name = 'POINT')`,
    );
    const { registry } = world.services.metrics;
    await expect.poll(() => registry.metrics()).toMatch(/^lightstick_points\{flow="issued"\} [1-9]/m);
    const text = await registry.metrics();
    const [issued = 0, spent = 0, expired = 0] = ['issued', 'spent', 'expired'].map((flow) =>
      valueOf(text, `lightstick_points{flow="${flow}"}`),
    );
    expect(issued - spent - expired).toBe(rows[0]?.held);
  });

  it('show how many votes a second were written, and no repeats', async () => {
    const { activityId } = await world.given.election({ freePerDay: 3 });
    const fan = await world.given.fan();
    const { registry } = world.services.metrics;
    const rate = async () => valueOf(await registry.metrics(), 'lightstick_votes_per_second{over="60s"}');
    expect(await rate()).toBe(0);
    const [first, second] = [randomUUID(), randomUUID()];
    for (const key of [first, first, second]) {
      const body = { activityId, idolId: '1', num: 1 };
      expect(await world.call('POST /activity/api/v1/vote/doVote', { fan, body, key })).toMatchObject({ code: 0 });
    }
    // Two votes of the last minute, once their second is over.
    await expect.poll(rate).toBeCloseTo(2 / 60, 5);
  });
});
