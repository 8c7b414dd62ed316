import { parseCookie, stringifySetCookie } from 'cookie';
import { randomToken } from '#/lib/token.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** How long an unused refresh token is valid; each use gives a new one, until the sign-in's own limit. */
export const refreshTokenValidMs = 30 * dayMs;
export const signInValidMs = 180 * dayMs;

/**
 * A token used this long after it was given counts as kept; until then its predecessor stays valid, because an answer may
 * be lost, tabs ask at once, and browsers write cookies to disk only twice a minute.
 */
const settlingMs = minuteMs;

/** How many unused refresh tokens one sign-in may have; who holds one needs no other. */
export const maxUnusedRefreshTokens = 8;

export function hasSettled(givenAt: Date, now: Date): boolean {
  return now.getTime() - givenAt.getTime() >= settlingMs;
}

/**
 * A refresh token is the secret of its sign-in and one of its own. So an old one still names its sign-in, without a row for
 * each that ever was.
 */
export function newRefreshToken(signInSecret: string): string {
  return `${signInSecret}.${randomToken()}`;
}

/** The part that all refresh tokens of a sign-in share. */
export function signInSecretOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] ?? '';
}

/** The cookie keeps its name of the specification, passport. */
const name = 'passport';

/** Only the call that renews tokens receives the cookie. */
const place = { path: '/wallet/api/v1/user/session', httpOnly: true, sameSite: 'lax' } as const;

/** The refresh token inside a `Cookie` header; nothing for one longer than ours, which need not be looked up. */
export function refreshTokenIn(header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[name];
  return token && token.length <= 256 ? token : undefined;
}

/**
 * A `Set-Cookie` header with the refresh token. `Lax`, so that a fan who follows a link from elsewhere is still signed in.
 *
 * @param secure - whether browsers reach us by TLS; over plain HTTP they would drop a `Secure` cookie.
 */
export function refreshTokenCookie(refreshToken: string, secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: refreshToken, secure, maxAge: refreshTokenValidMs / 1000 });
}

/** A `Set-Cookie` header that deletes the refresh token. */
export function clearRefreshTokenCookie(secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: '', secure, maxAge: 0 });
}
