import { randomBytes } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { type HumanCheck, proveHuman, spendProof } from './human-check/human-check.ts';
import { enqueueMail } from '#/modules/mail/index.ts';
import type { ServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { normaliseEmail } from '#/lib/email.ts';
import { addressOf, isEmailTaken } from './fan.store.ts';
import {
  hashAddress,
  codeDayMs,
  hashCode,
  codePauseMs,
  type CodePurpose,
  codeValidMs,
  hashDevice,
  isBoundToFan,
  isForOwnAddress,
  mailWithoutCode,
  randomCode,
  secondsUntilNextCode,
} from './mail-code.rules.ts';
import { countMail, lastSentAt, lockSending, replaceCode } from './mail-code.store.ts';

type MailCodeServices = Pick<Services, 'db'> & { readonly keys: ServerKeys; readonly humanCheck: HumanCheck };

type MailCodeWish = {
  readonly email: string;
  readonly purpose: CodePurpose;
  /** The requesting fan; undefined without a token. */
  readonly fanId: number | undefined;
  readonly humanCheckToken: string;
  readonly language: Language;
  /** The client's device id; a missing one counts as a new device. */
  readonly deviceId: string | undefined;
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
  const fanId = isBoundToFan(purpose) ? await askerOf(services, wish, email) : undefined;
  const proof = await proveHuman(humanCheck, wish.humanCheckToken, { action: purpose, address });
  const asking = hashDevice(keys, wish.deviceId);

  await db.transaction().execute(async (tx) => {
    const emailHash = hashAddress(keys, email);
    await lockSending(tx, [asking, emailHash]);
    const last = await lastSentAt(tx, { email, deviceHash: asking, since: new Date(now.getTime() - codePauseMs) });
    if (last) throw new Refusal('CODE_TOO_SOON', { seconds: secondsUntilNextCode(last, codePauseMs, now) });
    const fullSince = await countMail(tx, emailHash, now);
    if (fullSince)
      throw new Refusal('CODES_USED_UP', { hours: Math.ceil(secondsUntilNextCode(fullSince, codeDayMs, now) / 3600) });
    await spendProof(tx, proof);

    const refusing = mailWithoutCode(purpose, await isEmailTaken(tx, email));
    const code = randomCode();
    const expiresAt = new Date(now.getTime() + codeValidMs);
    await replaceCode(tx, {
      email,
      purpose,
      // An unsent code is not six digits, so that no guess matches it.
      codeHash: hashCode(keys, refusing ? randomBytes(32).toString('hex') : code, { email, purpose, fanId }),
      deviceHash: asking,
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
async function askerOf({ db }: MailCodeServices, { purpose, fanId }: MailCodeWish, email: string): Promise<number> {
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
