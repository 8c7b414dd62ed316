import { Refusal } from '#/errors.ts';
import type { Services } from '#/services.ts';
import { tokenHash } from '#/token-hash.ts';
import { readUserInfo } from './accounts.view.ts';
import { lockPassport } from './session.store.ts';
import { addToken } from './sessions.ts';

type Renewal = { readonly passportToken: string; readonly deviceId: string | undefined; readonly now: Date };

/** A fresh token for a browser that has a passport. Throws Refusal UNAUTHENTICATED when the passport is not good. */
export async function renewToken({ db }: Pick<Services, 'db'>, { passportToken, deviceId, now }: Renewal) {
  return db.transaction().execute(async (tx) => {
    const passport = await lockPassport(tx, tokenHash(passportToken), now);
    if (!passport) throw new Refusal('UNAUTHENTICATED');
    const token = await addToken(tx, passport, { deviceId, now });
    return { token, userInfo: await readUserInfo(tx, passport.fanId) };
  });
}
