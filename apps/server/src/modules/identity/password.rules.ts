import { isCommonPassword } from '@lightstick/contract/common-passwords';

const shortest = 8;
const longest = 64;

/**
 * Normalises a password to NFKC, because keyboards compose the same characters differently (NIST SP 800-63B, section
 * 3.1.1.2).
 */
export function normalisePassword(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Returns whether a password is strong: 8 to 64 characters, two of letters, digits and symbols, not common, not the
 * email.
 *
 * @param password - normalised.
 * @param email - normalised.
 */
export function isStrongPassword(password: string, email: string): boolean {
  return (
    password.length >= shortest &&
    password.length <= longest &&
    !/\p{Cc}/u.test(password) &&
    kindsOfCharacters(password) >= 2 &&
    !isLikeEmail(password.toLowerCase(), email) &&
    !isCommonPassword(password)
  );
}

function kindsOfCharacters(password: string): number {
  return [/\p{L}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length;
}

function isLikeEmail(password: string, email: string): boolean {
  return password === email || password === email.split('@', 1)[0];
}
