import { randomToken } from './random-token.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** A passport that nobody uses is good for this long, and so are all that come after it together. */
export const passportValidMs = 30 * dayMs;
export const signInValidMs = 180 * dayMs;

/**
 * A passport counts as kept when it is used this long after it was given. Until then the one before it stays good: an answer
 * may be lost, tabs ask at the same time, and browsers write their cookies to disk only twice a minute.
 */
export const settlingMs = minuteMs;

/** Passports of one sign-in that were given and never used. Whoever has one of them needs no further one. */
export const mostUnusedPassports = 8;

export function hasSettled(givenAt: Date, now: Date): boolean {
  return now.getTime() - givenAt.getTime() >= settlingMs;
}

/**
 * A passport is two secrets: one that all passports of a sign-in share, and one of its own. So one that is no longer good
 * still tells which sign-in it was for, without a row for each that ever was.
 */
export function newPassport(signInSecret: string): string {
  return `${signInSecret}.${randomToken()}`;
}

/** The secret that a passport shares with all of its sign-in. */
export function signInSecretOf(passport: string): string {
  return passport.split('.', 1)[0] ?? '';
}
