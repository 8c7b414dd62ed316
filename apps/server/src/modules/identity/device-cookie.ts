import { normaliseEmail } from '@lightstick/contract/email-address';
import { timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply } from 'fastify';
import type { ServerKeys } from '#/config/server-keys.ts';
import { randomToken } from '#/lib/token.ts';
import type { Services } from '#/services.ts';

const name = 'device';
const validSeconds = 365 * 24 * 60 * 60;

/** Only calls of signing in and signing up receive the cookie. */
const place = { path: '/wallet/api/v1/user', httpOnly: true, sameSite: 'strict' } as const;

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
export function knownDevice(keys: ServerKeys, header: string | undefined, email: string): string | undefined {
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
  reply.header('set-cookie', stringifySetCookie({ ...place, name, value, secure, maxAge: validSeconds }));
}

type Entry = { readonly nonce: string; readonly proof: string };

function newEntry(keys: ServerKeys, email: string): Entry {
  const nonce = randomToken();
  return { nonce, proof: proofOf(keys, nonce, email) };
}

function entriesIn(header: string | undefined): Entry[] {
  const value = header === undefined ? undefined : parseCookie(header)[name];
  if (!value) return [];
  return value.split('~', mostAccounts).flatMap((text) => {
    const [, nonce, proof] = entryPattern.exec(text) ?? [];
    return nonce && proof ? [{ nonce, proof }] : [];
  });
}

function isFor(keys: ServerKeys, { nonce, proof }: Entry, email: string): boolean {
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(keys, nonce, email)));
}

function proofOf(keys: ServerKeys, nonce: string, email: string): string {
  return keys.keyedHash('known-device', `${nonce} ${email}`).toString('base64url');
}
