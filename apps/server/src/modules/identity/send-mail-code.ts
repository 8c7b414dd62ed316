import { normaliseEmail } from '@lightstick/contract/email-address';
import { randomBytes } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type HumanCheck, proveHuman, spendProof } from './human-check/human-check.ts';
import { enqueueMail } from '#/modules/mail/index.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { networkOf, wideNetworkOf } from '#/lib/network-of.ts';
import { findKnownDevice } from './cookies.ts';
import { addressOf, isEmailTaken } from './fan.store.ts';
import {
  type CodeAsker,
  hashCode,
  codePauseMs,
  type CodePurpose,
  codeValidMs,
  firstCodesOfNetwork,
  hashDevice,
  isBoundToFan,
  isForOwnAddress,
  mailWithoutCode,
  mostCodesADay,
  mostCodesOfNetworkADay,
  mostCodesOfStrangersADay,
  quotaOfAddress,
  quotaOfAsker,
  quotaOfStrangers,
  randomCode,
  secondsUntilNextCode,
} from './mail-code.rules.ts';
import { countMail, lastSentAt, lockSending, replaceCode } from './mail-code.store.ts';

type MailCodeServices = Pick<Services, 'db'> & {
  readonly keys: ServerKeys;
  readonly humanCheck: HumanCheck;
  /** Counts a mail that a network has requested. Returns milliseconds to wait; 0 when counted. */
  readonly countNetworkMail: (tx: Transaction<DB>, network: string, now: Date) => Promise<number>;
};

type MailCodeWish = {
  readonly email: string;
  readonly purpose: CodePurpose;
  /** The requesting fan; undefined without a token. */
  readonly fanId: number | undefined;
  readonly humanCheckToken: string;
  readonly language: Language;
  /** The client's device id; a missing one counts as a new device. */
  readonly deviceId: string | undefined;
  /** The request's `Cookie` header. */
  readonly cookies: string | undefined;
  readonly address: string;
  readonly now: Date;
};

/**
 * Mails a code for one purpose. An address that cannot use the code gets a mail that says so, with equal response and
 * work, so that only the mailbox's owner learns the difference.
 */
export async function sendMailCode(services: MailCodeServices, wish: MailCodeWish) {
  const { db, keys, humanCheck } = services;
  const { purpose, language, address, now } = wish;
  const email = normaliseEmail(wish.email);
  const fanId = isBoundToFan(purpose) ? await fanAsking(services, wish, email) : undefined;
  const proof = await proveHuman(humanCheck, wish.humanCheckToken, { action: purpose, address });
  const deviceHash = hashDevice(keys, wish.deviceId);
  const asker = askerOf(keys, wish, email);
  const askerHash = quotaOfAsker(keys, asker);

  await db.transaction().execute(async (tx) => {
    await lockSending(tx, [deviceHash, quotaOfAddress(keys, email)]);
    const since = new Date(now.getTime() - codePauseMs);
    const last = await lastSentAt(tx, { email, purpose, deviceHash, askerHash, since });
    if (last) throw new Refusal('CODE_TOO_SOON', { seconds: secondsUntilNextCode(last, codePauseMs, now) });
    await countForAsker(tx, keys, asker, now);
    await spendProof(tx, proof);
    // Last, because the network's other mails wait for this transaction.
    const waitMs = 'network' in asker ? await services.countNetworkMail(tx, networkOf(address), now) : 0;
    if (waitMs > 0) throw new Refusal('MAILS_TOO_FAST', { seconds: Math.ceil(waitMs / 1000) });

    const refusing = mailWithoutCode(purpose, await isEmailTaken(tx, email));
    const code = randomCode();
    const expiresAt = new Date(now.getTime() + codeValidMs);
    await replaceCode(tx, {
      email,
      purpose,
      // An unsent code is not six digits, so that no guess matches it.
      codeHash: hashCode(keys, refusing ? randomBytes(32).toString('hex') : code, { email, purpose, fanId }),
      deviceHash,
      askerHash,
      sentAt: now,
      expiresAt,
    });
    const content = refusing
      ? ({ kind: refusing } as const)
      : { kind: `${purpose}Code` as const, code, validMinutes: codeValidMs / 60_000 };
    await enqueueMail(tx, keys, { to: email, language, content }, expiresAt);
  });
  return { resendAfterSeconds: codePauseMs / 1000, expiresInSeconds: codeValidMs / 1000 };
}

/**
 * Returns who may request a code that changes an account: its fan, for codes of confirmation at the own address only.
 */
async function fanAsking({ db }: MailCodeServices, { purpose, fanId }: MailCodeWish, email: string): Promise<number> {
  if (fanId === undefined) throw new Refusal('UNAUTHENTICATED');
  const own = await addressOf(db, fanId);
  if (isForOwnAddress(purpose)) {
    if (own === null) throw new Refusal('EMAIL_MISSING');
    if (email !== own) throw new Refusal('FORBIDDEN');
  } else if (email === own) {
    throw new Refusal('EMAIL_UNCHANGED');
  }
  return fanId;
}

function askerOf(keys: ServerKeys, { purpose, fanId, cookies, address }: MailCodeWish, email: string): CodeAsker {
  if (isForOwnAddress(purpose) && fanId !== undefined) return { fanId };
  // A new address is not the fan's yet, so a cookie for it proves nothing about this request.
  const deviceNonce = isBoundToFan(purpose) ? undefined : findKnownDevice(keys, cookies, email);
  return deviceNonce === undefined ? { network: wideNetworkOf(address), email } : { deviceNonce };
}

/**
 * Counts a mail for its asker. The first mails of a network are outside the share of strangers, who could use it up for the
 * owner in a new browser; all strangers' mails have a bound, because they reach one mailbox.
 */
async function countForAsker(tx: Transaction<DB>, keys: ServerKeys, asker: CodeAsker, now: Date): Promise<void> {
  const hash = quotaOfAsker(keys, asker);
  if (!('network' in asker)) {
    await countMail(tx, { hash, most: mostCodesADay }, now);
    return;
  }
  const nth = await countMail(tx, { hash, most: mostCodesOfNetworkADay }, now);
  await countMail(tx, { hash: quotaOfStrangers(keys, asker.email), most: mostCodesOfStrangersADay }, now);
  if (nth > firstCodesOfNetwork) {
    await countMail(tx, { hash: quotaOfAddress(keys, asker.email), most: mostCodesADay }, now);
  }
}
