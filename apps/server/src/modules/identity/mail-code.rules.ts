import { randomInt, randomUUID } from 'node:crypto';
import type { ServerKeys } from '#/config/server-keys.ts';

const minuteMs = 60_000;

export const codeValidMs = 10 * minuteMs;
/** Minimum time between codes for one address, and for one device. */
export const codePauseMs = minuteMs;
/** Wrong guesses for the requesting device, and the same number for all other devices together. */
export const mostGuesses = 5;
/** Limit of mails per address in the 24 hours from the first, for all senders together. */
export const mostCodesADay = 20;
export const codeDayMs = 24 * 60 * minuteMs;

/** The purposes of a code, by the `type` of the requesting call. */
const purposes = {
  1: 'register',
  2: 'forgotPassword',
  3: 'changeEmail',
  4: 'changePassword',
  5: 'deleteAccount',
} as const;
export type CodePurpose = (typeof purposes)[keyof typeof purposes];

export function purposeOfType(type: keyof typeof purposes): CodePurpose {
  return purposes[type];
}

/** Whether a code changes an account, so that only the requesting fan can use it. */
export function isBoundToFan(purpose: CodePurpose): boolean {
  return purpose === 'changeEmail' || isForOwnAddress(purpose);
}

/** Whether a code goes to the account's own address, as a proof of ownership. */
export function isForOwnAddress(purpose: CodePurpose): boolean {
  return purpose === 'changePassword' || purpose === 'deleteAccount';
}

/** The mail that an address gets instead of a code that it could not use. */
export function mailWithoutCode(purpose: CodePurpose, isTaken: boolean) {
  if (purpose === 'register' && isTaken) return 'alreadyRegistered';
  if (purpose === 'forgotPassword' && !isTaken) return 'noAccount';
  if (purpose === 'changeEmail' && isTaken) return 'emailTaken';
  return undefined;
}

/** Six uniformly random digits. */
export function randomCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** What a code is bound to. */
export type CodeSubject = {
  /** The normalised email. */
  readonly email: string;
  readonly purpose: CodePurpose;
  /** The requesting fan; undefined for a code that needs no account. */
  readonly fanId: number | undefined;
};

/** The stored form of a code, bound to its address, purpose and requesting fan. */
export function hashCode(keys: ServerKeys, code: string, { email, purpose, fanId }: CodeSubject): Buffer {
  const asker = fanId === undefined ? '' : ` ${fanId}`;
  return keys.keyedHash('mail-code', `${purpose}${asker} ${email} ${code}`);
}

/** The key of an address's counters; a hash, so that no list of addresses exists. */
export function hashAddress(keys: ServerKeys, email: string): Buffer {
  return keys.keyedHash('mail-code', email);
}

/** The hash of a client's device id; a missing id counts as a new device. */
export function hashDevice(keys: ServerKeys, deviceId: string | undefined): Buffer {
  return keys.keyedHash('device', deviceId ?? randomUUID());
}

/** Whole seconds until the next code is allowed, `pauseMs` after `since`; at least one. */
export function secondsUntilNextCode(since: Date, pauseMs: number, now: Date): number {
  return Math.max(1, Math.ceil((since.getTime() + pauseMs - now.getTime()) / 1000));
}
