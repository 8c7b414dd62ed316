import { afterAll, beforeAll, expect, it } from 'vitest';
import { runHourlyJobs } from '../world/leave.ts';
import { createWorld, type World } from '../world/world.ts';

const dayMs = 24 * 60 * 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

async function listQueued(): Promise<string[]> {
  const { rows } = await world.ownerPool.query<{ last_error: string }>(
    'SELECT last_error FROM graphile_worker._private_jobs ORDER BY last_error',
  );
  return rows.map((row) => row.last_error);
}

it('A job that has failed for good is forgotten after a day; one that may still succeed is not.', async () => {
  await world.ownerPool.query(`
    SELECT graphile_worker.add_job('send-mail', max_attempts => 1),
      graphile_worker.add_job('send-mail', max_attempts => 3)`);
  await world.ownerPool.query(`
    UPDATE graphile_worker._private_jobs
       SET attempts = 1, last_error = CASE max_attempts WHEN 1 THEN 'for good' ELSE 'for now' END,
           run_at = CASE max_attempts WHEN 1 THEN run_at ELSE now() + interval '9 days' END`);
  await runHourlyJobs(world);
  expect(await listQueued()).toEqual(['for good', 'for now']);
  world.clock.advance(dayMs + 60_000);
  await runHourlyJobs(world);
  expect(await listQueued()).toEqual(['for now']);
});

it('The application may forget failed jobs, and do nothing else to the queue.', async () => {
  await expect(world.pool.query('SELECT forget_failed_jobs(now())')).resolves.toBeDefined();
  await expect(world.pool.query('DELETE FROM graphile_worker._private_jobs')).rejects.toThrow('permission denied');
});
