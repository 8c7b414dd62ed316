import type { FanRecords } from '#/fan-records.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { forgetAttemptsAt } from './attempt-password.ts';
import { addressHash } from './mail-code.rules.ts';
import { deleteCodesOf } from './mail-code.store.ts';
import { readProfileCopy, readSignInsCopy } from './profile-copy.view.ts';

/** What accounts keep on a fan: who they are, and how and where they sign in. */
export function accountFanRecords(keys: ServerKeys): FanRecords {
  return {
    erased: ['fan', 'sign_in', 'session', 'mail_code', 'mail_code_day', 'sign_in_failure', 'sign_in_attempt'],
    kept: {},
    async erase(tx, { id, email }) {
      if (email !== null) {
        await forgetAttemptsAt(tx, keys, email);
        await deleteCodesOf(tx, email, addressHash(keys, email));
      }
      // Tokens and passports go with their sign-in.
      await tx.deleteFrom('sign_in').where('fan_id', '=', id).execute();
    },
    async copy(db, { fan, mostRows }) {
      return { profile: await readProfileCopy(db, fan.id), signIns: await readSignInsCopy(db, fan.id, mostRows) };
    },
  };
}
