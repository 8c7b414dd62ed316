import { randomBytes, randomUUID } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import { Refusal } from '#/errors.ts';
import { type HumanCheck, proveHuman, spendProof } from '#/modules/human-check/index.ts';
import { enqueueMail } from '#/modules/mail/index.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { normaliseEmail } from './email.rules.ts';
import { isEmailTaken } from './fan.store.ts';
import {
  codeHash,
  codePauseMs,
  codeValidMs,
  type CodePurpose,
  randomCode,
  secondsUntilNextCode,
} from './mail-code.rules.ts';
import { lastSentAt, lockSending, replaceCode } from './mail-code.store.ts';

type MailCodeServices = Pick<Services, 'db'> & { readonly keys: ServerKeys; readonly humanCheck: HumanCheck };

type MailCodeWish = {
  readonly email: string;
  readonly humanCheckToken: string;
  readonly humanCheckAction: string | undefined;
  readonly language: Language;
  /** As the client names it; one that is not named counts as a new one. */
  readonly deviceId: string | undefined;
  readonly address: string;
  readonly now: Date;
};

const purpose: CodePurpose = 'register';

/**
 * Sends a code for opening an account. An address that has one already gets a mail that says so: only the mailbox's
 * owner learns the difference, as answer and work are the same.
 * Throws Refusal HUMAN_CHECK_FAILED or CODE_TOO_SOON.
 */
export async function sendMailCode(services: MailCodeServices, wish: MailCodeWish) {
  const { db, keys, humanCheck } = services;
  const { language, address, now } = wish;
  const email = normaliseEmail(wish.email);
  const proof = await proveHuman(humanCheck, wish.humanCheckToken, { action: wish.humanCheckAction, address });
  const deviceHash = keys.keyedHash('device', wish.deviceId ?? randomUUID());

  await db.transaction().execute(async (tx) => {
    await lockSending(tx, [deviceHash, keys.keyedHash('mail-code', email)]);
    const last = await lastSentAt(tx, { email, deviceHash, since: new Date(now.getTime() - codePauseMs) });
    if (last) throw new Refusal('CODE_TOO_SOON', { seconds: secondsUntilNextCode(last, now) });
    await spendProof(tx, proof);

    const isTaken = await isEmailTaken(tx, email);
    const code = randomCode();
    const expiresAt = new Date(now.getTime() + codeValidMs);
    await replaceCode(tx, {
      email,
      purpose,
      // A code that nobody was sent must not be guessed either, so it is no six digits.
      codeHash: codeHash(keys, isTaken ? randomBytes(32).toString('hex') : code, email, purpose),
      deviceHash,
      sentAt: now,
      expiresAt,
    });
    const letter = isTaken
      ? ({ kind: 'alreadyRegistered' } as const)
      : ({ kind: 'registrationCode', code, validMinutes: codeValidMs / 60_000 } as const);
    await enqueueMail(tx, keys, { to: email, language, letter }, expiresAt);
  });
  return { resendAfterSeconds: codePauseMs / 1000, expiresInSeconds: codeValidMs / 1000 };
}
