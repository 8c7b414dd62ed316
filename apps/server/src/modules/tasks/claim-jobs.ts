import * as z from 'zod';
import { addDays, localDateAt } from '#/calendar/local-date.ts';
import type { Job } from '#/jobs/job.ts';
import { stretchOf } from '#/jobs/stretch-of.ts';
import type { Services } from '#/services.ts';
import { deleteCountsBefore } from './claim-limits.store.ts';
import { releaseDueClaims } from './release-due-claims.ts';

const releasing = 'release-held-claims';
const dueClaim = z.object({ claimId: z.string(), releaseAt: z.coerce.date() });

/** Pays held claims that nobody has looked at in time, and forgets every night what was counted before yesterday. */
export function claimJobs(services: Pick<Services, 'db' | 'log' | 'clock' | 'settings'>): Job[] {
  const { db, clock, settings } = services;
  return [
    {
      name: releasing,
      schedule: '*/5 * * * *',
      run: (payload) =>
        releaseDueClaims(services, clock.now(), stretchOf({ db, name: releasing, entry: dueClaim }, payload)),
    },
    {
      name: 'forget-claim-counts',
      schedule: '50 3 * * *',
      run: () => deleteCountsBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
    },
  ];
}
