import type { ServerKeys } from '#/config/server-keys.ts';
import { enqueueAvatarRemoval } from './profiles/avatar-files.ts';
import type { PersonalData, Services } from '#/services.ts';
import { forgetAttemptsAt } from './attempts.ts';
import { readProfileCopy } from './fan.view.ts';
import { quotaOfAddress, quotaOfStrangers } from './mail-code.rules.ts';
import { deleteCodesOf, deleteLapsedCodes } from './mail-code.store.ts';
import { deleteSignInsOf, deleteOldSessions, deleteOldSignIns } from './session.store.ts';
import { readSignInsCopy } from './sessions.view.ts';
import { deleteWalletsOf, deleteLapsedChallenges } from './wallets/wallets.store.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { deleteLapsedUses } from './human-check/human-check.store.ts';
import { deleteKeysBefore, deleteLapsedNonces } from './secret-key.store.ts';
import { deletableBefore } from './secrets.ts';
import { deleteLapsedTries, deleteLapsedFailures } from './sign-in-delay.store.ts';

/** Returns the personal data of an account: identity, credentials and sign-ins. */
export function accountPersonalData(keys: ServerKeys): PersonalData {
  return {
    erased: [
      'fan',
      'sign_in',
      'session',
      'mail_code',
      'mailed_code',
      'mail_code_day',
      'sign_in_failure',
      'sign_in_attempt',
    ],
    kept: {},
    async erase(tx, { id, email }) {
      if (email !== null) {
        await forgetAttemptsAt(tx, keys, { email, fanId: id });
        await deleteCodesOf(tx, email, [quotaOfAddress(keys, email), quotaOfStrangers(keys, email)]);
      }
      await deleteSignInsOf(tx, id);
    },
    async copy(db, { fan, mostRows }) {
      return { profile: await readProfileCopy(db, fan.id), signIns: await readSignInsCopy(db, fan.id, mostRows) };
    },
  };
}

/** Unsigned wallet challenges, which name an address, and the wallet of an email account. */
export const walletPersonalData: PersonalData = {
  erased: ['wallet_challenge', 'linked_wallet'],
  kept: {},
  erase: (tx, { id, walletAddress }) => deleteWalletsOf(tx, id, walletAddress),
};

/** The uploaded picture: a file on disk that the fan's row names. */
export const profilePersonalData: PersonalData = {
  erased: [],
  kept: {},
  async erase(tx, { avatarFile }) {
    if (avatarFile !== null) await enqueueAvatarRemoval(tx, avatarFile);
  },
};

/** Ended sessions stay this long for investigations. */
const sessionsKeptMs = 7 * 24 * 60 * 60_000;

/** Deletes expired data of sign-up and sign-in. */
export function sweepAccountsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('sweep-accounts', async () => {
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
  });
}

/** Deletes expired wallet challenges, which name addresses. */
export function sweepWalletChallengesJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return scheduledJob('sweep-wallet-challenges', () => deleteLapsedChallenges(db, clock.now()));
}
