import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { enqueue, type Job, jobKind } from '#/jobs/job.ts';
import { startWorkers } from '#/jobs/start-workers.ts';
import { createLog } from '#/log.ts';
import { createDatabase } from '../world/database.ts';

const once = { payload: z.looseObject({}), attempts: 1 };

/** Makes a job that is at work until it is released, or made to fail. */
function holding(id: string) {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const job: Job = {
    id,
    async run() {
      begun.resolve();
      await over.promise;
    },
  };
  return { job, begun: begun.promise, release: () => over.resolve(), fail: () => over.reject(new Error('not today')) };
}

it('Workers restart when the reports of two jobs have failed close together.', async () => {
  await using database = await createDatabase();
  const { ownerPool, queuePool } = database;
  const failures = new EventEmitter<{ line: [] }>();
  const errors = createLog('error', {
    write: (line) => void (line.includes('Failed to complete jobs') && failures.emit('line')),
  });
  const [one, other, last] = [holding('one'), holding('other'), holding('last')];
  const told = Promise.withResolvers<unknown>();
  const job: Job = {
    id: 'tell',
    async run(payload) {
      told.resolve(payload);
    },
  };
  const workers = startWorkers({
    pool: queuePool,
    log: errors,
    jobs: [one.job, other.job, last.job, job],
    patienceMs: 100,
  });
  for (const { job: held, begun } of [one, other, last]) {
    await database.db.transaction().execute((tx) => enqueue(tx, jobKind(held.id, once), {}));
    await begun;
  }
  const pools = async () => (await ownerPool.query<{ pool_id: string }>('SELECT pool_id FROM job_worker')).rows;
  await expect.poll(pools).toHaveLength(1);
  const before = await pools();

  const reports = `FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'lightstick queue' AND wait_event_type = 'Lock'`;
  const waiting = async () => (await ownerPool.query(`SELECT ${reports}`)).rowCount;
  const locking = await ownerPool.connect();
  try {
    await locking.query('BEGIN');
    await locking.query('SELECT FROM graphile_worker._private_jobs FOR UPDATE');
    one.release();
    await expect.poll(waiting).toBe(1);
    other.release();
    await expect.poll(waiting).toBe(2);
    let failed = 0;
    failures.on('line', () => (failed += 1));
    await ownerPool.query(`SELECT pg_terminate_backend(pid) ${reports}`);
    await expect.poll(() => failed).toBe(2);
    await locking.query('ROLLBACK');
  } finally {
    locking.release();
  }
  last.fail();

  await database.db.transaction().execute((tx) => enqueue(tx, jobKind('tell', once), { of: 'a new life' }));
  expect(await told.promise).toEqual({ of: 'a new life' });
  // A pool that still had its row would keep its jobs forever; the new one may work before it has a row.
  await expect.poll(pools).toEqual([{ pool_id: expect.not.stringContaining(before[0]?.pool_id ?? '') }]);
  await workers.stop();
});
