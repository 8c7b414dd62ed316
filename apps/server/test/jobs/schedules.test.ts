import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJobs } from '#/app.ts';
import type { Job } from '#/jobs/job.ts';
import { schedules } from '#/jobs/schedules.ts';
import { createWorld, type World } from '../world/world.ts';

let world: World;
let jobs: readonly Job[];
beforeAll(async () => {
  // Every job of a server with a faucet; the chain is never asked.
  world = await createWorld({
    environment: { CHAIN_RPC_URL: 'http://127.0.0.1:1', FAUCET_KEY: `0x${'11'.repeat(32)}` },
  });
  jobs = await createJobs(world.services);
});
afterAll(() => world[Symbol.asyncDispose]());

it('Every schedule has exactly one job, and every job with a schedule stands on the page.', () => {
  const scheduled = jobs.filter(({ schedule }) => schedule !== undefined);
  expect(scheduled.map(({ id }) => id).toSorted()).toEqual(Object.keys(schedules).toSorted());
  for (const { id, schedule } of scheduled) expect(schedules).toHaveProperty([id], schedule);
});

it('No two jobs have one id, of which the queue would run one.', () => {
  const ids = jobs.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
});
