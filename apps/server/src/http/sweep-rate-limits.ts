import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';

const idleMs = 60_000;

/** Forgets addresses that have not called for a while. Calls sweep a few themselves, but only as long as calls come. */
export function sweepRateLimitsJob({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Job {
  return {
    name: 'sweep-rate-limits',
    schedule: '*/10 * * * *',
    async run() {
      await pool.query('DELETE FROM rate_limit WHERE empty_at < $1', [new Date(clock.now().getTime() - idleMs)]);
    },
  };
}
