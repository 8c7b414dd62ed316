import type { Job } from '#/jobs/job.ts';
import { deleteLapsedChallenges } from './wallets/wallets.store.ts';
import type { Services } from '#/services.ts';
import { deleteLapsedUses } from './human-check/human-check.store.ts';
import { deleteLapsedCodes } from './mail-code.store.ts';
import { deleteKeysBefore, deleteLapsedNonces } from './secret-key.store.ts';
import { deletableBefore } from './secrets.ts';
import { deleteOldSessions, deleteOldSignIns } from './session.store.ts';
import { deleteLapsedTries, deleteLapsedFailures } from './sign-in-delay.store.ts';

/** Ended sessions stay this long for investigations. */
const sessionsKeptMs = 7 * 24 * 60 * 60_000;

/** Deletes expired data of sign-up and sign-in. */
export function sweepAccountsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'sweep-accounts',
    schedule: '*/15 * * * *',
    async run() {
      const now = clock.now();
      await deleteLapsedCodes(db, now);
      await deleteLapsedUses(db, now);
      await deleteLapsedNonces(db, now);
      await deleteLapsedFailures(db, now);
      await deleteLapsedTries(db, now);
      await deleteKeysBefore(db, deletableBefore(now));
      const overBefore = new Date(now.getTime() - sessionsKeptMs);
      await deleteOldSessions(db, overBefore);
      await deleteOldSignIns(db, overBefore);
    },
  };
}

/** Deletes expired wallet challenges, which name addresses. */
export function sweepWalletChallengesJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'sweep-wallet-challenges',
    schedule: '*/15 * * * *',
    run: () => deleteLapsedChallenges(db, clock.now()),
  };
}
