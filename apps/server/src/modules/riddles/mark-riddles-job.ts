import * as z from 'zod';
import type { Job } from '#/jobs/job.ts';
import { stretchOf } from '#/jobs/stretch-of.ts';
import type { Services } from '#/services.ts';
import { markRiddles } from './mark-riddles.ts';

const name = 'mark-riddles';
const entry = z.object({ roundId: z.string(), fanId: z.int() });

/** Marks and pays rounds of riddles that have closed, looking for some every minute. */
export function markRiddlesJob(services: Pick<Services, 'db' | 'log' | 'clock'>): Job {
  const { db, clock } = services;
  return {
    name,
    schedule: '* * * * *',
    run: (payload) => markRiddles(services, clock.now(), stretchOf({ db, name, entry }, payload)),
  };
}
