import { parseCookie, stringifySetCookie } from 'cookie';
import { randomToken } from '#/lib/token.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Lifetime of an unused refresh token; each use issues a new one, up to the sign-in's own limit. */
export const refreshTokenValidMs = 30 * dayMs;
export const signInValidMs = 180 * dayMs;

/**
 * A token used this long after its issue counts as stored by the browser. Until then its predecessor stays valid:
 * answers get lost, tabs ask at once, and browsers write cookies to disk twice a minute.
 */
const settlingMs = minuteMs;

/** Maximum number of unused refresh tokens per sign-in. */
export const maxUnusedRefreshTokens = 8;

export function hasSettled(givenAt: Date, now: Date): boolean {
  return now.getTime() - givenAt.getTime() >= settlingMs;
}

/**
 * A refresh token is its sign-in's secret plus its own, so a replaced one still identifies its sign-in without a stored
 * row.
 */
export function newRefreshToken(signInSecret: string): string {
  return `${signInSecret}.${randomToken()}`;
}

/** The part that all refresh tokens of a sign-in share. */
export function signInSecretOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] ?? '';
}

/** The specification sets the cookie's name. */
const name = 'passport';

/** Only the call that renews tokens receives the cookie. */
const place = { path: '/wallet/api/v1/user/session', httpOnly: true, sameSite: 'lax' } as const;

/** The refresh token in a `Cookie` header; undefined for an oversized one, which needs no look-up. */
export function refreshTokenIn(header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[name];
  return token && token.length <= 256 ? token : undefined;
}

/**
 * Builds the `Set-Cookie` header. `Lax`, so that a fan who follows a link from another site stays signed in.
 *
 * @param secure - whether browsers use TLS; over plain HTTP they drop a `Secure` cookie.
 */
export function refreshTokenCookie(refreshToken: string, secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: refreshToken, secure, maxAge: refreshTokenValidMs / 1000 });
}

/** Builds the `Set-Cookie` header that deletes the refresh token. */
export function clearRefreshTokenCookie(secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: '', secure, maxAge: 0 });
}
