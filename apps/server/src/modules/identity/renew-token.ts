import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Services } from '#/services.ts';
import { hashToken } from '#/lib/token.ts';
import { readUserInfo, type UserInfo } from './fan.view.ts';
import { hasSettled, maxUnusedRefreshTokens, signInSecretOf } from './refresh-token.ts';
import {
  keepOnlyRefreshToken,
  type RefreshToken,
  refreshTokensOf,
  endSignIns,
  type LiveSignIn,
  lockSignIn,
  prolongSignIn,
} from './session.store.ts';
import { addRefreshToken, addToken, endSurplusTokens, refreshTokenExpiry } from './sessions.ts';

type Renewal = { readonly passportToken: string; readonly now: Date };

export type Renewed = {
  readonly token: string;
  readonly userInfo: UserInfo;
  /** The passport to keep in place of the one that was used; nothing when that one is to be kept. */
  readonly nextPassport: { readonly token: string; readonly expiresAt: Date } | undefined;
};

/**
 * A fresh token for a browser that has a passport, and the next passport where it is time for one. A passport that has
 * been replaced was copied: nobody knows by whom, so its whole sign-in ends.
 * Throws Refusal UNAUTHENTICATED when the passport is not good.
 */
export async function renewToken(
  { db, log, sessions }: Pick<Services, 'db' | 'log' | 'sessions'>,
  renewal: Renewal,
): Promise<Renewed> {
  // Not good is not thrown in the transaction, because that would take back what ends.
  const outcome = await transactionWithRetry(db, (tx) => usePassport(tx, renewal));
  for (const hash of outcome.endedHashes) sessions.forget(hash);
  if (outcome.copiedSignInId) {
    log.warn({ signInId: outcome.copiedSignInId }, 'a passport was used after it was replaced; its sign-in has ended');
  }
  if (!outcome.renewed) throw new Refusal('UNAUTHENTICATED');
  return outcome.renewed;
}

type Outcome = {
  readonly renewed?: Renewed;
  /** The sign-in that has ended because one of its passports was copied. */
  readonly copiedSignInId?: string;
  /** Of tokens and passports that are no longer good. */
  readonly endedHashes: readonly Buffer[];
};

async function usePassport(tx: Transaction<DB>, { passportToken, now }: Renewal): Promise<Outcome> {
  const signIn = await lockSignIn(tx, hashToken(signInSecretOf(passportToken)), now);
  if (!signIn) return { endedHashes: [] };
  const passports = await refreshTokensOf(tx, signIn.id);
  const passport = passports.find((one) => one.tokenHash.equals(hashToken(passportToken)));
  if (!passport) {
    const { tokenHashes } = await endSignIns(tx, { fanId: signIn.fanId, only: [signIn.id], now });
    return { copiedSignInId: signIn.id, endedHashes: tokenHashes };
  }
  if (passport.expiresAt <= now) return { endedHashes: [] };
  const nextPassport = await renewPassport(tx, { signIn, passport, passports, passportToken, now });
  const expiresAt = nextPassport?.expiresAt ?? signIn.expiresAt;
  await prolongSignIn(tx, signIn.id, { now, expiresAt });
  const token = await addToken(tx, { ...signIn, expiresAt }, now);
  const endedHashes = await endSurplusTokens(tx, signIn);
  return { renewed: { token, nextPassport, userInfo: await readUserInfo(tx, signIn.fanId) }, endedHashes };
}

type Use = {
  readonly signIn: LiveSignIn;
  readonly passport: RefreshToken;
  /** All that are good, with the one that is used. */
  readonly passports: readonly RefreshToken[];
  readonly passportToken: string;
  readonly now: Date;
};

/** The rule of decision 13. */
async function renewPassport(
  tx: Transaction<DB>,
  { signIn, passport, passports, passportToken, now }: Use,
): Promise<Renewed['nextPassport']> {
  if (!hasSettled(passport.givenAt, now)) return undefined;
  if (!passport.usedAt) await keepOnlyRefreshToken(tx, { signInId: signIn.id, tokenHash: passport.tokenHash, now });
  const unused = passport.usedAt ? passports.filter(({ usedAt }) => !usedAt).length : 0;
  if (unused >= maxUnusedRefreshTokens) return undefined;
  const token = await addRefreshToken(tx, { signIn, signInSecret: signInSecretOf(passportToken), now });
  return { token, expiresAt: refreshTokenExpiry(signIn, now) };
}
