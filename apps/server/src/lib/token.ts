import { hash, randomBytes } from 'node:crypto';

/** Hashes a session token for storage: random tokens need no salt and no slow hash. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Returns 256 random bits as 43 characters that are valid in headers and cookies. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
