import type { FanRecords } from '#/fan-records.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { eraseFans } from './erase-fans.ts';

/** Erases, every hour, the fans whose days of grace are over. */
export function eraseFansJob(services: Pick<Services, 'db' | 'clock' | 'log'>, records: readonly FanRecords[]): Job {
  return {
    name: 'erase-fans',
    schedule: '5 * * * *',
    async run() {
      await eraseFans({ ...services, records }, services.clock.now());
    },
  };
}
