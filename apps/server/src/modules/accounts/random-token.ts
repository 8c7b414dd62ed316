import { randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters that headers and cookies take. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}
