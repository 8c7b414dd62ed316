import { hash } from 'node:crypto';

/** The form in which a session's token is stored: random tokens need no salt and no slow hash. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
