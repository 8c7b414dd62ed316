import * as z from 'zod';
import type { Job } from '#/jobs/job.ts';
import { stretchOf } from '#/jobs/stretch-of.ts';
import type { Services } from '#/services.ts';
import { markRiddles } from './mark-riddles.ts';

const name = 'mark-riddles';
const entry = z.object({ roundId: z.string(), fanId: z.int() });

/**
 * Marks and pays rounds of riddles that have closed, looking for some every minute. By the clock that servers agree on: one
 * that runs ahead would mark them while others still take answers.
 */
export function markRiddlesJob(services: Pick<Services, 'db' | 'log' | 'agreedNow'>): Job {
  const { db, agreedNow } = services;
  return {
    name,
    schedule: '* * * * *',
    run: async (payload) => markRiddles(services, await agreedNow(), stretchOf({ db, name, entry }, payload)),
  };
}
