import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { tokenHash } from '#/token-hash.ts';
import { insertSession, type Passport } from './session.store.ts';

const hourMs = 60 * 60_000;
const tokenValidMs = 24 * hourMs;
export const passportValidMs = 30 * 24 * hourMs;

/** A fresh sign-in: the token for the header, and the passport that a browser keeps as a cookie to get further tokens. */
export type SignIn = { readonly token: string; readonly passportToken: string };

type SignInOf = { readonly fanId: number; readonly deviceId: string | undefined; readonly now: Date };

/** Begins a session. Both tokens are 256 random bits, and only their hashes are stored. */
export async function beginSignIn(tx: Transaction<DB>, { fanId, deviceId, now }: SignInOf): Promise<SignIn> {
  const signIn = { token: randomToken(), passportToken: randomToken() };
  const common = { signInId: randomUUID(), fanId, deviceId, createdAt: now };
  await insertSession(tx, {
    ...common,
    kind: 'token',
    tokenHash: tokenHash(signIn.token),
    expiresAt: new Date(now.getTime() + tokenValidMs),
  });
  await insertSession(tx, {
    ...common,
    kind: 'passport',
    tokenHash: tokenHash(signIn.passportToken),
    expiresAt: new Date(now.getTime() + passportValidMs),
  });
  return signIn;
}

/**
 * A further token of a sign-in. Those before it stay good until they expire: a browser's tabs share one passport, and a
 * new tab must not sign the others out.
 */
export async function addToken(
  tx: Transaction<DB>,
  passport: Passport,
  { deviceId, now }: Omit<SignInOf, 'fanId'>,
): Promise<string> {
  const token = randomToken();
  await insertSession(tx, {
    kind: 'token',
    tokenHash: tokenHash(token),
    signInId: passport.signInId,
    fanId: passport.fanId,
    deviceId,
    createdAt: now,
    expiresAt: new Date(Math.min(now.getTime() + tokenValidMs, passport.expiresAt.getTime())),
  });
  return token;
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
