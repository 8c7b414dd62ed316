import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { Refusal } from '#/errors.ts';
import type { Services } from '#/services.ts';
import { hashToken } from '#/lib/token.ts';
import { readUserInfo, type UserInfo } from './fan.view.ts';
import { hasSettled, maxUnusedRefreshTokens, signInSecretOf } from './cookies.ts';
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

type Renewal = {
  readonly refreshToken: string;
  readonly now: Date;
  /** Throws when the caller means another account; then nothing changes. */
  readonly assertAccount: (accountId: string) => void;
};

export type RenewedSession = {
  readonly token: string;
  readonly userInfo: UserInfo;
  /** The refresh token that replaces the used one; undefined when that one stays. */
  readonly nextRefreshToken: { readonly token: string; readonly expiresAt: Date } | undefined;
};

/**
 * Issues a token, and a new refresh token when one is due. The reuse of a replaced refresh token means a copy exists,
 * so its whole sign-in ends. Throws Refusal UNAUTHENTICATED, and what `assertAccount` throws.
 */
export async function renewToken(
  { db, log, sessions }: Pick<Services, 'db' | 'log' | 'sessions'>,
  renewal: Renewal,
): Promise<RenewedSession> {
  // Thrown after the transaction, because a rollback would undo the end of the sign-in.
  const outcome = await transactionWithRetry(db, (tx) => applyRefreshToken(tx, renewal));
  for (const hash of outcome.endedHashes) sessions.forget(hash);
  if (outcome.copiedSignInId) {
    log.warn({ signInId: outcome.copiedSignInId }, 'a passport was used after it was replaced; its sign-in has ended');
  }
  if (!outcome.renewed) throw new Refusal('UNAUTHENTICATED');
  return outcome.renewed;
}

type RenewalOutcome = {
  readonly renewed?: RenewedSession;
  /** The sign-in that ended because one of its refresh tokens was copied. */
  readonly copiedSignInId?: string;
  /** Hashes of tokens that are no longer valid. */
  readonly endedHashes: readonly Buffer[];
};

async function applyRefreshToken(
  tx: Transaction<DB>,
  { refreshToken, now, assertAccount }: Renewal,
): Promise<RenewalOutcome> {
  const signIn = await lockSignIn(tx, hashToken(signInSecretOf(refreshToken)), now);
  if (!signIn) return { endedHashes: [] };
  const userInfo = await readUserInfo(tx, signIn.fanId);
  assertAccount(userInfo.accountId);
  const validTokens = await refreshTokensOf(tx, signIn.id);
  const used = validTokens.find((one) => one.tokenHash.equals(hashToken(refreshToken)));
  if (!used) {
    const { tokenHashes } = await endSignIns(tx, { fanId: signIn.fanId, only: [signIn.id], now });
    return { copiedSignInId: signIn.id, endedHashes: tokenHashes };
  }
  if (used.expiresAt <= now) return { endedHashes: [] };
  const nextRefreshToken = await rotateRefreshToken(tx, { signIn, used, validTokens, refreshToken, now });
  const expiresAt = nextRefreshToken?.expiresAt ?? signIn.expiresAt;
  await prolongSignIn(tx, signIn.id, { now, expiresAt });
  const token = await addToken(tx, { ...signIn, expiresAt }, now);
  const endedHashes = await endSurplusTokens(tx, signIn);
  return { renewed: { token, nextRefreshToken, userInfo }, endedHashes };
}

type TokenUse = {
  readonly signIn: LiveSignIn;
  readonly used: RefreshToken;
  /** All valid tokens of the sign-in, including the used one. */
  readonly validTokens: readonly RefreshToken[];
  readonly refreshToken: string;
  readonly now: Date;
};

/** Implements decision 13. */
async function rotateRefreshToken(
  tx: Transaction<DB>,
  { signIn, used, validTokens, refreshToken, now }: TokenUse,
): Promise<RenewedSession['nextRefreshToken']> {
  if (!hasSettled(used.givenAt, now)) return undefined;
  if (!used.usedAt) await keepOnlyRefreshToken(tx, { signInId: signIn.id, tokenHash: used.tokenHash, now });
  const unused = used.usedAt ? validTokens.filter(({ usedAt }) => !usedAt).length : 0;
  if (unused >= maxUnusedRefreshTokens) return undefined;
  const token = await addRefreshToken(tx, { signIn, signInSecret: signInSecretOf(refreshToken), now });
  return { token, expiresAt: refreshTokenExpiry(signIn, now) };
}
