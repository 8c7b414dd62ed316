import type { Job } from '#/jobs/job.ts';
import { deleteLapsedAttempts } from './attempt.store.ts';
import { deleteLapsedGrants } from './sandbox/sandbox.store.ts';
import type { SocialServices } from './social-services.ts';

/** Deletes walks that were not finished in time, and what the sandbox let in and is over. */
export function sweepSocialJob({ db, clock }: Pick<SocialServices, 'db' | 'clock'>): Job {
  return {
    name: 'sweep-social',
    schedule: '*/15 * * * *',
    async run() {
      const now = clock.now();
      await deleteLapsedAttempts(db, now);
      await deleteLapsedGrants(db, now);
    },
  };
}
