import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteLapsedChallenges } from './challenge.store.ts';

/** Deletes the messages that nobody signed in time, and with them the addresses of whoever asked for them. */
export function sweepWalletChallengesJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'sweep-wallet-challenges',
    schedule: '*/15 * * * *',
    run: () => deleteLapsedChallenges(db, clock.now()),
  };
}
