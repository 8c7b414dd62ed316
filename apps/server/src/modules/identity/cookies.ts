import { timingSafeEqual } from 'node:crypto';
import { normaliseEmail } from '@lightstick/contract/email-address';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import type { ServerKeys } from '#/config/server-keys.ts';
import { randomToken } from '#/lib/token.ts';
import type { Services } from '#/services.ts';

const deviceCookie = 'device';
const deviceCookieSeconds = 365 * 24 * 60 * 60;

/** Only calls of signing in and signing up receive the cookie. */
const deviceCookiePlace = { path: '/wallet/api/v1/user', httpOnly: true, sameSite: 'strict' } as const;

/** The accounts that one cookie remembers; a family shares a tablet. */
const mostAccounts = 4;

/** A nonce and its proof for one account, both base64url. */
const entryPattern = /^([\w-]{43})\.([\w-]{43})$/;

/**
 * Finds the proof in a `Cookie` header that this browser has signed in to the account before (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies"). The server stores nothing about it.
 *
 * @param email - the account's normalised email.
 * @returns the nonce, which counts this browser's attempts at the account; undefined for another browser.
 */
export function findKnownDevice(keys: ServerKeys, header: string | undefined, email: string): string | undefined {
  return entriesIn(header).find((entry) => isFor(keys, entry, email))?.nonce;
}

/** Sets the cookie that makes this browser known to an account, besides the accounts that it knows already. */
export function rememberDevice(
  reply: FastifyReply,
  { keys, settings }: Pick<Services, 'settings'> & { readonly keys: ServerKeys },
  typedEmail: string,
): void {
  const email = normaliseEmail(typedEmail);
  const entries = entriesIn(reply.request.headers.cookie);
  const known = entries.find((entry) => isFor(keys, entry, email)) ?? newEntry(keys, email);
  const kept = [known, ...entries.filter((entry) => entry !== known)].slice(0, mostAccounts);
  const value = kept.map(({ nonce, proof }) => `${nonce}.${proof}`).join('~');
  // Browsers drop a `Secure` cookie over plain HTTP.
  const secure = settings.secureOrigin;
  reply.header(
    'set-cookie',
    stringifySetCookie({ ...deviceCookiePlace, name: deviceCookie, value, secure, maxAge: deviceCookieSeconds }),
  );
}

type DeviceProof = { readonly nonce: string; readonly proof: string };

function newEntry(keys: ServerKeys, email: string): DeviceProof {
  const nonce = randomToken();
  return { nonce, proof: proofOf(keys, nonce, email) };
}

function entriesIn(header: string | undefined): DeviceProof[] {
  const value = header === undefined ? undefined : parseCookie(header)[deviceCookie];
  if (!value) return [];
  return value.split('~', mostAccounts).flatMap((text) => {
    const [, nonce, proof] = entryPattern.exec(text) ?? [];
    return nonce && proof ? [{ nonce, proof }] : [];
  });
}

function isFor(keys: ServerKeys, { nonce, proof }: DeviceProof, email: string): boolean {
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(keys, nonce, email)));
}

function proofOf(keys: ServerKeys, nonce: string, email: string): string {
  return keys.keyedHash('known-device', `${nonce} ${email}`).toString('base64url');
}

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
 * Makes a refresh token: its sign-in's secret plus its own, so a replaced one still identifies its sign-in without a
 * stored row.
 */
export function newRefreshToken(signInSecret: string): string {
  return `${signInSecret}.${randomToken()}`;
}

/** Returns the part that all refresh tokens of a sign-in share. */
export function signInSecretOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] ?? '';
}

/** The specification sets the cookie's name. */
const refreshCookie = 'passport';

/** Only the call that renews tokens receives the cookie. */
const refreshCookiePlace = { path: '/wallet/api/v1/user/session', httpOnly: true, sameSite: 'lax' } as const;

/** Finds the refresh token in a `Cookie` header; undefined for an oversized one, which needs no look-up. */
export function refreshTokenIn(header: string | undefined): string | undefined {
  const token = header === undefined ? undefined : parseCookie(header)[refreshCookie];
  return token && token.length <= 256 ? token : undefined;
}

/**
 * Builds the `Set-Cookie` header. `Lax`, so that a fan who follows a link from another site stays signed in.
 *
 * @param secure - whether browsers use TLS; over plain HTTP they drop a `Secure` cookie.
 */
export function refreshTokenCookie(refreshToken: string, secure: boolean): string {
  return stringifySetCookie({
    ...refreshCookiePlace,
    name: refreshCookie,
    value: refreshToken,
    secure,
    maxAge: refreshTokenValidMs / 1000,
  });
}

/** Builds the `Set-Cookie` header that deletes the refresh token. */
export function clearRefreshTokenCookie(secure: boolean): string {
  return stringifySetCookie({ ...refreshCookiePlace, name: refreshCookie, value: '', secure, maxAge: 0 });
}
