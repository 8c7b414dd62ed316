import { EventEmitter, once } from 'node:events';
import type { Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as z from 'zod';
import { createPools } from '#/db/connect.ts';
import type { DB } from '#/db/schema.ts';
import { enqueue, type Job, jobKind } from '#/jobs/job.ts';
import { freeJobsOfTheDead, startWorkers, type Workers } from '#/jobs/start-workers.ts';
import { installQueue, queueOptions } from '#/jobs/queue.ts';
import { createLog } from '#/log.ts';
import { createDatabase, type TestDatabase } from '../world/database.ts';

const log = createLog('silent');
let database: TestDatabase;
let workers: Workers | undefined;
beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  await workers?.stop();
  workers = undefined;
  await database.ownerPool.query('DELETE FROM graphile_worker._private_jobs; DELETE FROM job_worker');
});
afterAll(() => database[Symbol.asyncDispose]());

/** Makes a job that reports each of its runs. */
function telling(id = 'tell', schedule?: string) {
  const runs = new EventEmitter<{ run: [payload: unknown, attempt: { number: number; last: boolean }] }>();
  const job: Job = {
    id,
    schedule,
    async run(payload, attempt) {
      runs.emit('run', payload, attempt);
    },
  };
  return { job, next: () => once(runs, 'run') as Promise<[unknown, unknown]> };
}

/** Enqueues a job with so many attempts. */
function enqueueFor(tx: Transaction<DB>, id: string, payload: Record<string, unknown>, attempts: number) {
  return enqueue(tx, jobKind(id, { payload: z.looseObject({}), attempts }), payload);
}

const start = (...jobs: Job[]) => {
  workers = startWorkers({ pool: database.queuePool, log, jobs });
};

async function jobsInQueue() {
  const { rows } = await database.ownerPool.query<{ locked_by: string | null }>(
    'SELECT id, locked_by FROM graphile_worker._private_jobs ORDER BY id',
  );
  return rows;
}

describe('a job', () => {
  it('is done once its transaction is over', async () => {
    const { job, next } = telling();
    start(job);
    const done = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { of: 'this' }, 3));
    expect(await done).toEqual([{ of: 'this' }, { number: 1, last: false }]);
    await workers?.stop();
    expect(await jobsInQueue()).toEqual([]);
  });

  it('never existed when its transaction was rolled back', async () => {
    const tx = await database.db.startTransaction().execute();
    await enqueueFor(tx, 'tell', {}, 3);
    await tx.rollback().execute();
    expect(await jobsInQueue()).toEqual([]);
  });

  it('that fails keeps the reason, and is logged at its last attempt', async () => {
    const attempts: unknown[] = [];
    const { job, next } = telling('after');
    const failing: Job = {
      id: 'fail',
      async run(_payload, attempt) {
        attempts.push(attempt);
        throw new Error('not today');
      },
    };
    // Workers store the names of new jobs in this order while the transaction does; another order can deadlock.
    start(failing, job);
    const done = next();
    await database.db.transaction().execute(async (tx) => {
      await enqueueFor(tx, 'fail', {}, 1);
      await enqueueFor(tx, 'after', {}, 1);
    });
    await done;
    await workers?.stop();
    expect(attempts).toEqual([{ number: 1, last: true }]);
    const { rows } = await database.ownerPool.query('SELECT attempts, last_error FROM graphile_worker._private_jobs');
    expect(rows).toEqual([{ attempts: 1, last_error: expect.stringContaining('not today') as string }]);
  });

  it('for which a fan waits is done although other work has taken every slot', async () => {
    const begun = telling('begun');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { job, next } = telling();
    const long: Job = {
      id: 'long',
      async run(payload, attempt) {
        await begun.job.run(payload, attempt);
        await released;
      },
    };
    start(long, { ...job, apart: true });
    for (let slot = 1; slot <= 3; slot += 1) {
      const taken = begun.next();
      await database.db.transaction().execute((tx) => enqueueFor(tx, 'long', { slot }, 1));
      await taken;
    }
    const done = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { of: 'a mail' }, 1));
    expect(await done).toMatchObject([{ of: 'a mail' }, {}]);
    release();
  });

  it('is the only thing of the queue that the application may touch', async () => {
    for (const statement of [
      'SELECT * FROM graphile_worker._private_jobs',
      'DELETE FROM graphile_worker._private_jobs',
      `SELECT graphile_worker.add_job('tell')`,
    ]) {
      await expect(database.appPool.query(statement)).rejects.toThrow('permission denied');
    }
  });
});

describe('workers that die', () => {
  const lockAs = (poolId: string, secondsAgo: number) =>
    database.ownerPool.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - $2 * interval '1 second',
        attempts = 1`,
      [poolId, secondsAgo],
    );
  const beatOf = (...beat: [poolId: string, secondsAgo: number]) =>
    database.ownerPool.query(`INSERT INTO job_worker VALUES ($1, now() - $2 * interval '1 second')`, beat);

  it('give their jobs to living workers', async () => {
    const { job, next } = telling();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { of: 'the dead' }, 3));
    await lockAs('dead', 60);
    await beatOf('dead', 31);
    const done = next();
    start(job);
    expect(await done).toEqual([{ of: 'the dead' }, { number: 2, last: false }]);
    const { rows } = await database.ownerPool.query('SELECT FROM job_worker WHERE pool_id = $1', ['dead']);
    expect(rows).toEqual([]);
  });

  it('keep their jobs while their heart beats, or they have only just begun', async () => {
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', {}, 3));
    await lockAs('busy', 3600);
    await beatOf('busy', 25);
    await freeJobsOfTheDead(database.ownerPool);
    expect(await jobsInQueue()).toMatchObject([{ locked_by: 'busy' }]);
    await lockAs('new', 25);
    await freeJobsOfTheDead(database.ownerPool);
    expect(await jobsInQueue()).toMatchObject([{ locked_by: 'new' }]);
  });

  it('say that they live though both pools listen and two more connections of the queue are taken', async () => {
    const { ownerPool, queuePool } = database;
    start(telling().job, { ...telling('apart').job, apart: true });
    const listening = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`;
    await expect.poll(async () => (await ownerPool.query(listening)).rowCount).toBe(2);
    const taken = [await queuePool.connect(), await queuePool.connect()];
    try {
      await ownerPool.query('DELETE FROM job_worker');
      await expect.poll(async () => (await ownerPool.query('SELECT FROM job_worker')).rowCount).toBe(2);
    } finally {
      for (const client of taken) client.release();
    }
  });

  it('continue when the database has cut their connections', async () => {
    // The library prints what it logs as well.
    using _quiet = vi.spyOn(console, 'trace').mockImplementation(() => undefined);
    const { job, next } = telling();
    start(job);
    const first = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { n: 1 }, 3));
    await first;
    const { rows } = await database.ownerPool.query<{ count: number }>(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'lightstick queue'`,
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    const second = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { n: 2 }, 3));
    expect(await second).toMatchObject([{ n: 2 }, {}]);
  });

  it('may release a connection twice, as their library does when it stops while the database cuts one', async () => {
    const pools = createPools({ ownerUrl: database.url });
    try {
      const released = Promise.withResolvers<void>();
      pools.queuePool.connect((error, _client, release) => {
        if (error) return released.reject(error);
        release();
        expect(release).not.toThrow();
        return released.resolve();
      });
      await released.promise;
      expect((await pools.queuePool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await pools.end();
    }
  });

  it('are started again until the database takes them', async () => {
    const lines = new EventEmitter<{ line: [string] }>();
    const admin = new pg.Client({ connectionString: inject('database').serverUrl });
    const pools = createPools({ ownerUrl: database.url });
    const { rows } = await database.ownerPool.query<{ name: string }>('SELECT current_database() AS name');
    const name = rows[0]?.name;
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS false`);
    try {
      const failed = once(lines, 'line');
      const { job, next } = telling();
      const done = next();
      const warnings = createLog('warn', { write: (line) => lines.emit('line', line) });
      workers = startWorkers({ pool: pools.queuePool, log: warnings, jobs: [job] });
      expect(await failed).toEqual([expect.stringContaining('not currently accepting connections')]);
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', {}, 3));
      await done;
    } finally {
      await workers?.stop();
      await pools.end();
      await admin.query(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS true`);
      await admin.end();
    }
  });
});

describe('the queue', () => {
  it('never has two runs of one schedule at work, and keeps one waiting at most', async () => {
    const begun = telling('begun');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let runs = 0;
    const long: Job = {
      id: 'long',
      schedule: '* * * * *',
      async run(payload, attempt) {
        runs += 1;
        await begun.job.run(payload, attempt);
        await released;
      },
    };
    const { parsedCronItems = [] } = queueOptions({ pool: database.queuePool, log, jobs: [long] });
    // What the library does at each full minute.
    const tick = () =>
      database.ownerPool.query('SELECT graphile_worker.add_job($1, queue_name => $2, job_key => $3)', [
        'long',
        parsedCronItems[0]?.options.queueName,
        parsedCronItems[0]?.options.jobKey,
      ]);
    const { job, next } = telling();
    start(long, job);
    const first = begun.next();
    await tick();
    await first;
    for (let minute = 1; minute <= 5; minute += 1) await tick();
    const done = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', {}, 1));
    await done;
    expect(runs).toBe(1);
    const waiting = (await jobsInQueue()).filter((row) => row.locked_by === null);
    expect(waiting).toHaveLength(1);
    const second = begun.next();
    release();
    await second;
    await workers?.stop();
    expect(runs).toBe(2);
  });

  it('can be installed by several replicas at once, and again', async () => {
    await Promise.all([1, 2, 3].map(() => installQueue(database.ownerPool, log)));
    const { job, next } = telling();
    start(job);
    const done = next();
    await database.db.transaction().execute((tx) => enqueueFor(tx, 'tell', { of: 'all' }, 3));
    expect(await done).toMatchObject([{ of: 'all' }, {}]);
  });

  it('knows which jobs run by a schedule, and when', () => {
    const nightly = telling('nightly', '30 4 * * *').job;
    const { parsedCronItems = [] } = queueOptions({ pool: database.queuePool, log, jobs: [nightly, telling().job] });
    const due = (hour: number, min: number) =>
      parsedCronItems.flatMap(({ task, match }) => (match({ min, hour, date: 21, month: 11, dow: 6 }) ? [task] : []));
    expect([due(4, 30), due(4, 31), due(5, 30)]).toEqual([['nightly'], [], []]);
  });
});
