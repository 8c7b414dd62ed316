import { parseCookie, stringifySetCookie } from 'cookie';
import { randomToken } from '#/lib/token.ts';

const name = 'passport';

/** Only the call that needs the passport ever receives it. */
const place = { path: '/wallet/api/v1/user/session', httpOnly: true, sameSite: 'lax' } as const;

/** The passport inside a `Cookie` header. */
export function refreshTokenIn(header: string | undefined): string | undefined {
  const passport = header === undefined ? undefined : parseCookie(header)[name];
  // Whatever is longer than our tokens is not worth a look-up.
  return passport && passport.length <= 256 ? passport : undefined;
}

/**
 * A `Set-Cookie` header that hands the passport to a browser. `Lax` and not `Strict`, so that a fan who follows a link
 * from elsewhere is still signed in.
 *
 * @param secure - whether browsers reach us by TLS; over plain HTTP they would drop a `Secure` cookie.
 */
export function refreshTokenCookie(passportToken: string, secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: passportToken, secure, maxAge: refreshTokenValidMs / 1000 });
}

/** A `Set-Cookie` header that takes the passport away again. */
export function clearRefreshTokenCookie(secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: '', secure, maxAge: 0 });
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A passport that nobody uses is good for this long, and so are all that come after it together. */
export const refreshTokenValidMs = 30 * dayMs;
export const signInValidMs = 180 * dayMs;

/**
 * A passport counts as kept when it is used this long after it was given. Until then the one before it stays good: an answer
 * may be lost, tabs ask at the same time, and browsers write their cookies to disk only twice a minute.
 */
const settlingMs = minuteMs;

/** Passports of one sign-in that were given and never used. Whoever has one of them needs no further one. */
export const maxUnusedRefreshTokens = 8;

export function hasSettled(givenAt: Date, now: Date): boolean {
  return now.getTime() - givenAt.getTime() >= settlingMs;
}

/**
 * A passport is two secrets: one that all passports of a sign-in share, and one of its own. So one that is no longer good
 * still tells which sign-in it was for, without a row for each that ever was.
 */
export function newRefreshToken(signInSecret: string): string {
  return `${signInSecret}.${randomToken()}`;
}

/** The secret that a passport shares with all of its sign-in. */
export function signInSecretOf(passport: string): string {
  return passport.split('.', 1)[0] ?? '';
}
