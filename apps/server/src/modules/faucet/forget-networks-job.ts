import { addDays, localDateAt } from '#/calendar/local-date.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteNetworksBefore } from './faucet.store.ts';

/** Forgets every night from which networks test coins were taken before yesterday. */
export function forgetNetworksJob({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job {
  return {
    name: 'forget-test-coin-networks',
    schedule: '40 3 * * *',
    run: () => deleteNetworksBefore(db, addDays(localDateAt(clock.now(), settings.platformTimeZone), -1)),
  };
}
