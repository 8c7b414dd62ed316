import { randomInt, randomUUID } from 'node:crypto';
import type { ServerKeys } from '#/config/server-keys.ts';

const minuteMs = 60_000;

export const codeValidMs = 10 * minuteMs;
/** How long an address, and a device, waits for its next code. */
export const codePauseMs = minuteMs;
/** Wrong guesses at a code that the device which asked for it has, and as many again for all others together. */
export const mostGuesses = 5;
/** An address gets no more mails than this in the day that begins with the first, whoever asks for them. */
export const mostCodesADay = 20;
export const codeDayMs = 24 * 60 * minuteMs;

/** What a code is good for, by the `type` of the call that asks for it. */
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

/** Whether a code changes an account, and is therefore good only for the fan who asked for it. */
export function isBoundToFan(purpose: CodePurpose): boolean {
  return purpose === 'changeEmail' || isForOwnAddress(purpose);
}

/** Whether a code goes to the address that the account has, as a proof that its owner is there. */
export function isForOwnAddress(purpose: CodePurpose): boolean {
  return purpose === 'changePassword' || purpose === 'deleteAccount';
}

/** What an address is told in place of a code that could do nothing for it. */
export function mailWithoutCode(purpose: CodePurpose, isTaken: boolean) {
  if (purpose === 'register' && isTaken) return 'alreadyRegistered';
  if (purpose === 'forgotPassword' && !isTaken) return 'noAccount';
  if (purpose === 'changeEmail' && isTaken) return 'emailTaken';
  return undefined;
}

/** Six digits, each of the million equally likely. */
export function randomCode(): string {
  return randomInt(1_000_000).toString().padStart(6, '0');
}

/** What a code is bound to. */
export type CodeSubject = {
  /** In its normal form. */
  readonly email: string;
  readonly purpose: CodePurpose;
  /** Who asked for it; nobody for a code that is asked for without an account. */
  readonly fanId: number | undefined;
};

/** The form in which a code is stored: it is good for one address, one purpose and whoever asked for it only. */
export function hashCode(keys: ServerKeys, code: string, { email, purpose, fanId }: CodeSubject): Buffer {
  const asker = fanId === undefined ? '' : ` ${fanId}`;
  return keys.keyedHash('mail-code', `${purpose}${asker} ${email} ${code}`);
}

/** The address as codes sent to it are counted by: no list of addresses is kept for that. */
export function hashAddress(keys: ServerKeys, email: string): Buffer {
  return keys.keyedHash('mail-code', email);
}

/** A device by the name that its client gives it; whoever names none is a new one each time. */
export function hashDevice(keys: ServerKeys, deviceId: string | undefined): Buffer {
  return keys.keyedHash('device', deviceId ?? randomUUID());
}

/** Whole seconds until the next code may be asked for when there is none for `pauseMs` after `since`; at least one. */
export function secondsUntilNextCode(since: Date, pauseMs: number, now: Date): number {
  return Math.max(1, Math.ceil((since.getTime() + pauseMs - now.getTime()) / 1000));
}
