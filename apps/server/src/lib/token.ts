import { hash, randomBytes } from 'node:crypto';

/** The form in which a session's token is stored: random tokens need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** 256 random bits as 43 characters that headers and cookies take. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
