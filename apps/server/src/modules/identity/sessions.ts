import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Device } from '#/http/call.ts';
import { hashToken, randomToken } from '#/lib/token.ts';
import { deviceNameOf } from './device-name.rules.ts';
import { lockFan, cancelDeletion } from './fan.store.ts';
import { newRefreshToken, refreshTokenValidMs, signInValidMs } from './refresh-token.ts';
import {
  deleteTokensBeyond,
  insertSession,
  endSignIns,
  insertSignIn,
  type LiveSignIn,
  signInsGivingWay,
} from './session.store.ts';

const tokenValidMs = 24 * 60 * 60_000;

/** Maximum number of devices a fan is signed in on, and of tabs per device with their own token. */
const mostSignIns = 20;
const mostTokens = 32;

/** A new sign-in: the token for the header, and the refresh token for the cookie. */
export type SignIn = {
  readonly token: string;
  readonly passportToken: string;
  /** Whether this sign-in cancelled a pending account deletion. */
  readonly deletionCancelled: boolean;
};

type SignInOf = { readonly fanId: number; readonly device: Device; readonly now: Date };

/**
 * Begins a sign-in with new random tokens, stored only as hashes, and ends the device's previous one and the longest
 * unseen above the limit. Throws Refusal UNAUTHENTICATED when the fan is erased concurrently.
 */
export async function beginSignIn(tx: Transaction<DB>, { fanId, device, now }: SignInOf): Promise<SignIn> {
  // Locks the fan's row, so that concurrent sign-ins of one fan are counted in turn.
  const deletionCancelled = await cancelDeletion(tx, fanId);
  if (deletionCancelled === undefined) throw new Refusal('UNAUTHENTICATED');
  const only = await signInsGivingWay(tx, { fanId, deviceId: device.id, most: mostSignIns - 1, now });
  if (only.length > 0) await endSignIns(tx, { fanId, only, now });

  const signInSecret = randomToken();
  const signIn = { id: randomUUID(), fanId, begunAt: now, expiresAt: later(now, refreshTokenValidMs) };
  await insertSignIn(tx, {
    ...signIn,
    ...deviceNameOf(device),
    deviceId: device.id,
    secretHash: hashToken(signInSecret),
  });
  const passportToken = await addRefreshToken(tx, { signIn, signInSecret, now });
  return { token: await addToken(tx, signIn, now), passportToken, deletionCancelled };
}

/**
 * Adds a token to a sign-in. Earlier tokens stay valid, because a browser's tabs share one refresh token and each has
 * its own token.
 */
export async function addToken(tx: Transaction<DB>, signIn: LiveSignIn, now: Date): Promise<string> {
  const token = randomToken();
  await insertSession(tx, {
    kind: 'token',
    tokenHash: hashToken(token),
    signInId: signIn.id,
    fanId: signIn.fanId,
    createdAt: now,
    expiresAt: earliest(later(now, tokenValidMs), signIn.expiresAt),
  });
  return token;
}

/** Ends the oldest tokens of a sign-in above the limit and returns their hashes. */
export function endSurplusTokens(tx: Transaction<DB>, signIn: LiveSignIn): Promise<Buffer[]> {
  return deleteTokensBeyond(tx, signIn.id, mostTokens);
}

type RefreshTokenOf = { readonly signIn: LiveSignIn; readonly signInSecret: string; readonly now: Date };

export async function addRefreshToken(
  tx: Transaction<DB>,
  { signIn, signInSecret, now }: RefreshTokenOf,
): Promise<string> {
  const refreshToken = newRefreshToken(signInSecret);
  await insertSession(tx, {
    kind: 'passport',
    tokenHash: hashToken(refreshToken),
    signInId: signIn.id,
    fanId: signIn.fanId,
    createdAt: now,
    expiresAt: refreshTokenExpiry(signIn, now),
  });
  return refreshToken;
}

/** A refresh token expires in 30 days, and with its sign-in after 180 days at the latest. */
export function refreshTokenExpiry(signIn: LiveSignIn, now: Date): Date {
  return earliest(later(now, refreshTokenValidMs), later(signIn.begunAt, signInValidMs));
}

/**
 * Ends every sign-in of a fan.
 *
 * @returns the hashes of the ended tokens, for `sessions.forget`.
 */
export async function endSignInsOf(tx: Transaction<DB>, fanId: number, now: Date): Promise<readonly Buffer[]> {
  await lockFan(tx, fanId);
  return (await endSignIns(tx, { fanId, now })).tokenHashes;
}

function later(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms);
}

function earliest(one: Date, other: Date): Date {
  return one < other ? one : other;
}
