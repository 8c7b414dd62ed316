import type { ServerKeys } from '#/config/server-keys.ts';
import { enqueueAvatarRemoval } from './profiles/avatar-files.ts';
import type { PersonalData } from '#/services.ts';
import { forgetAttemptsAt } from './attempt-password.ts';
import { readProfileCopy } from './fan.view.ts';
import { quotaOfAddress, quotaOfStrangers } from './mail-code.rules.ts';
import { deleteCodesOf } from './mail-code.store.ts';
import { deleteSignInsOf } from './session.store.ts';
import { readSignInsCopy } from './sessions.view.ts';
import { deleteWalletsOf } from './wallets/wallets.store.ts';

/** The personal data of an account: identity, credentials and sign-ins. */
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
