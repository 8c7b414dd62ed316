import { randomInt } from 'node:crypto';
import type { ServerKeys } from '#/server-keys.ts';

const minuteMs = 60_000;

export const codeValidMs = 10 * minuteMs;
/** How long an address, and a device, waits for its next code. */
export const codePauseMs = minuteMs;
export const mostGuesses = 5;

/** What a code is good for. */
export type CodePurpose = 'register';

/** Six digits, each of the million equally likely. */
export function randomCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** The form in which a code is stored: it is good for one address and purpose only. */
export function codeHash(keys: ServerKeys, code: string, email: string, purpose: CodePurpose): Buffer {
  return keys.keyedHash('mail-code', `${purpose} ${email} ${code}`);
}

/** Whole seconds until the next code may be asked for, at least one. */
export function secondsUntilNextCode(lastSentAt: Date, now: Date): number {
  return Math.max(1, Math.ceil((lastSentAt.getTime() + codePauseMs - now.getTime()) / 1000));
}
