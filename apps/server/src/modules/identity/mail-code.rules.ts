import { randomInt, randomUUID } from 'node:crypto';
import type { ServerKeys } from '#/config/server-keys.ts';

const minuteMs = 60_000;

export const codeValidMs = 10 * minuteMs;
/** Minimum time between codes of one device, and between codes that one asker requests for one address. */
export const codePauseMs = minuteMs;
/** Wrong guesses for the requesting device, and the same number for all other devices together. */
export const mostGuesses = 5;
/**
 * Limits of mails per address in the 24 hours from the first: of a fan or known browser, and the share of all strangers
 * together; of strangers from one network; and of all strangers including each network's first ones.
 */
export const mostCodesADay = 20;
export const mostCodesOfNetworkADay = 10;
export const mostCodesOfStrangersADay = 100;
/** A network's mails per address and day outside the strangers' share, so that an owner who comes from there gets in. */
export const firstCodesOfNetwork = 2;
export const codeDayMs = 24 * 60 * minuteMs;

/** The purposes of a code, by the `type` of the requesting call. */
const purposes = {
  1: 'register',
  2: 'forgotPassword',
  3: 'changeEmail',
  4: 'changePassword',
  5: 'deleteAccount',
  6: 'signIn',
  7: 'confirmEmailChange',
  8: 'linkWallet',
} as const;
export type CodePurpose = (typeof purposes)[keyof typeof purposes];

const ownAddressPurposes: readonly CodePurpose[] = [
  'changePassword',
  'deleteAccount',
  'confirmEmailChange',
  'linkWallet',
];

export function purposeOfType(type: keyof typeof purposes): CodePurpose {
  return purposes[type];
}

/** Returns whether a code changes an account, so that only the requesting fan can use it. */
export function isBoundToFan(purpose: CodePurpose): boolean {
  return purpose === 'changeEmail' || isForOwnAddress(purpose);
}

/** Returns whether a code goes to the account's own address, as a proof of ownership. */
export function isForOwnAddress(purpose: CodePurpose): boolean {
  return ownAddressPurposes.includes(purpose);
}

/** Returns the other code of a change that takes two; the pause between codes of a device does not separate them. */
export function partnerOf(purpose: CodePurpose): CodePurpose | undefined {
  if (purpose === 'changeEmail') return 'confirmEmailChange';
  return purpose === 'confirmEmailChange' ? 'changeEmail' : undefined;
}

/** Returns the mail that an address gets instead of a code that it could not use. */
export function mailWithoutCode(purpose: CodePurpose, isTaken: boolean) {
  if (purpose === 'register' && isTaken) return 'alreadyRegistered';
  if ((purpose === 'forgotPassword' || purpose === 'signIn') && !isTaken) return 'noAccount';
  if (purpose === 'changeEmail' && isTaken) return 'emailTaken';
  return undefined;
}

/** Returns six uniformly random digits. */
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

/** Returns the stored form of a code, bound to its address, purpose and requesting fan. */
export function hashCode(keys: ServerKeys, code: string, { email, purpose, fanId }: CodeSubject): Buffer {
  const asker = fanId === undefined ? '' : ` ${fanId}`;
  return keys.keyedHash('mail-code', `${purpose}${asker} ${email} ${code}`);
}

/**
 * Returns the key of the share of an address's mails that strangers have together: a hash, so that no list of addresses
 * exists.
 */
export function quotaOfAddress(keys: ServerKeys, email: string): Buffer {
  return keys.keyedHash('mail-code', email);
}

/** Returns the key of the counter of all mails to an address that strangers request. */
export function quotaOfStrangers(keys: ServerKeys, email: string): Buffer {
  return keys.keyedHash('mail-code', `strangers ${email}`);
}

/**
 * Who asks for a code: the signed-in fan at their own address, a browser known to the account, or a stranger from a network.
 */
export type CodeAsker =
  | { readonly fanId: number }
  | { readonly deviceNonce: string }
  | { readonly network: string; readonly email: string };

/** Returns the key of an asker's counters. No stranger can use up those of a fan or of a known browser. */
export function quotaOfAsker(keys: ServerKeys, asker: CodeAsker): Buffer {
  if ('fanId' in asker) return keys.keyedHash('mail-code', `asker fan ${asker.fanId}`);
  if ('deviceNonce' in asker) return keys.keyedHash('mail-code', `asker device ${asker.deviceNonce}`);
  return keys.keyedHash('mail-code', `asker network ${asker.network} ${asker.email}`);
}

/** Hashes a client's device id; a missing id counts as a new device. */
export function hashDevice(keys: ServerKeys, deviceId: string | undefined): Buffer {
  return keys.keyedHash('device', deviceId ?? randomUUID());
}

/** Returns the whole seconds until the next code is allowed, `pauseMs` after `since`; at least one. */
export function secondsUntilNextCode(since: Date, pauseMs: number, now: Date): number {
  return Math.max(1, Math.ceil((since.getTime() + pauseMs - now.getTime()) / 1000));
}
