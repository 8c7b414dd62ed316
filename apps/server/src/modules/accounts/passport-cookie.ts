import { parseCookie, stringifySetCookie } from 'cookie';
import { passportValidMs } from './passport.rules.ts';

const name = 'passport';

/** Only the call that needs the passport ever receives it. */
const place = { path: '/wallet/api/v1/user/session', httpOnly: true, sameSite: 'lax' } as const;

/** The passport inside a `Cookie` header. */
export function passportIn(header: string | undefined): string | undefined {
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
export function passportCookie(passportToken: string, secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: passportToken, secure, maxAge: passportValidMs / 1000 });
}

/** A `Set-Cookie` header that takes the passport away again. */
export function noPassportCookie(secure: boolean): string {
  return stringifySetCookie({ ...place, name, value: '', secure, maxAge: 0 });
}
