import { randomUUID } from 'node:crypto';
import type { Language } from '@lightstick/contract';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import { createTransport } from 'nodemailer';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { enqueueAll, type Job, job, jobKind, scheduledJob } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import { escapeHtml } from '#/lib/html.ts';
import { inSpan } from '#/lib/tracing.ts';
import type { Log } from '#/log.ts';
import type { Services } from '#/services.ts';
import { deleteOldDevelopmentMails } from './development-mail.store.ts';
import { mailSchema, type Mailer, type Message, UndeliverableError, type Mail, maskAddress } from './mail.ts';
import { type Brand, pictureAddress } from '#/config/brand.ts';
import { readPicture } from '#/modules/brand/index.ts';
import { logoId, renderMessage } from './templates/render-message.ts';

const mailPayload = z.object({ mailId: z.uuid(), pointlessAfter: z.iso.datetime(), sealed: z.base64() });

/** Six attempts come within four minutes; the seventh comes after ten, when a code has ended. */
const sendMailKind = jobKind('send-mail', { payload: mailPayload, attempts: 7 });
/** Notices are retried for more than a day by the same job, because they warn a fan of a stolen account. */
const sendNoticeKind = jobKind(sendMailKind.id, { payload: mailPayload, attempts: 14 });
const noticeWorthMs = 3 * 24 * 60 * 60_000;

/**
 * Enqueues a mail that is sent after the commit. The queue entry is sealed, because it may contain a code.
 *
 * @param pointlessAfter - when the mail becomes useless.
 */
export async function enqueueMail(
  tx: Transaction<DB>,
  keys: ServerKeys,
  mail: Mail,
  pointlessAfter: Date,
): Promise<void> {
  await enqueueAll(tx, sendMailKind, seal(keys, [mail], pointlessAfter));
}

/** Enqueues a mail without a code that stays useful when it is late. */
export async function enqueueNotice(tx: Transaction<DB>, keys: ServerKeys, mail: Mail, now: Date): Promise<void> {
  await enqueueNotices(tx, keys, [mail], { now });
}

/**
 * Enqueues such mails to many fans by one statement.
 *
 * @param pointlessAfter - when they become useless, if that is earlier than for others.
 */
export async function enqueueNotices(
  tx: Transaction<DB>,
  keys: ServerKeys,
  mails: readonly Mail[],
  { now, pointlessAfter: useless }: { readonly now: Date; readonly pointlessAfter?: Date },
): Promise<void> {
  const pointlessAfter = new Date(Math.min(now.getTime() + noticeWorthMs, useless?.getTime() ?? Infinity));
  await enqueueAll(tx, sendNoticeKind, seal(keys, mails, pointlessAfter));
}

function seal(keys: ServerKeys, mails: readonly Mail[], pointlessAfter: Date): z.input<typeof mailPayload>[] {
  return mails.map((mail) => {
    const mailId = randomUUID();
    return {
      mailId,
      pointlessAfter: pointlessAfter.toISOString(),
      sealed: keys.seal('mail', JSON.stringify(mail), mailId).toString('base64'),
    };
  });
}

export type MailServices = Pick<Services, 'settings' | 'brand' | 'db' | 'clock' | 'log'> & {
  /** Takes the mails of a server without SMTP; production has none. */
  readonly developmentMailer: Mailer | undefined;
};

/** Returns the jobs that send mails and trim the development inbox. */
export function mailJobs({ settings, brand, db, clock, log, developmentMailer }: MailServices): Job[] {
  const { smtpUrl, mailFrom, publicUrl, platformTimeZone: timeZone } = settings;
  const mailer = smtpUrl ? createSmtpMailer({ smtpUrl, mailFrom }) : developmentMailer;
  if (!mailer) throw new Error('SMTP_URL is missing, and production has no development inbox.');
  const keys = createServerKeys(settings.serverSecret);
  return [
    sendMailJob({ brand, db, clock, log, keys, mailer, publicUrl, timeZone }),
    scheduledJob('sweep-development-inbox', () => deleteOldDevelopmentMails(db)),
  ];
}

type SendMailParts = Pick<Services, 'brand' | 'db'> & {
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: ServerKeys;
  readonly mailer: Mailer;
  /** Base URL of links in mails. */
  readonly publicUrl: string;
  /** The time zone of times in mails. */
  readonly timeZone: string;
};

/** Renders and delivers a queued mail. Temporary failures are retried, permanent ones are not. */
function sendMailJob({ brand: currentBrand, db, clock, log, keys, mailer, ...place }: SendMailParts): Job {
  async function send(
    { mailId, pointlessAfter, sealed }: z.output<typeof mailPayload>,
    attempt: number,
  ): Promise<void> {
    const opened = keys.open('mail', Buffer.from(sealed, 'base64'), mailId).toString('utf8');
    const { to, language, content } = mailSchema.parse(JSON.parse(opened));
    const where = { mailId, to: maskAddress(to), kind: content.kind, attempt };
    if (clock.now() > new Date(pointlessAfter)) {
      log.warn(where, 'a mail was not sent in time and is dropped');
      return;
    }
    try {
      const brand = await currentBrand();
      const signed = { sender: senderOf(brand, language), logo: await logoOf(brand, db) };
      const message = renderMessage(content, language, { ...place, brand });
      await inSpan('mail', { attributes: { kind: content.kind } }, () =>
        mailer.deliver({ id: mailId, to, language, ...message, ...signed }),
      );
      log.info(where, 'a mail was sent');
    } catch (error) {
      if (!(error instanceof UndeliverableError)) throw error;
      log.warn({ ...where, err: error }, 'a mail was refused for good');
    }
  }

  return job(sendMailKind, (mail, attempt) => send(mail, attempt.number), { apart: true });
}

async function logoOf(brand: Brand, db: Services['db']): Promise<Message['logo']> {
  const digest = brand.pictures['mail.png'];
  if (digest === undefined) return undefined;
  const picture = await readPicture(db, { digest, name: 'mail.png' });
  return picture && { address: pictureAddress(brand, 'mail.png') ?? '', bytes: picture.bytes };
}

type SmtpSettings = { readonly smtpUrl: string; readonly mailFrom: string };

const timeoutMs = 15_000;

function createSmtpTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/**
 * Connects to the mail server, greets it and signs in; with an address it also sends a mail there.
 * @throws SmtpError without the server's words
 */
export async function trySmtp(
  { smtpUrl, mailFrom }: SmtpSettings,
  trial: { readonly to: string; readonly brand: Brand } | undefined,
): Promise<void> {
  try {
    await createSmtpTransport(smtpUrl).verify();
  } catch (error) {
    throw withoutWords(error);
  }
  if (trial === undefined) return;
  const { to, brand } = trial;
  const language = 'en_US';
  const text = `The server of ${brand.name[language]} sends mails: its doctor has sent this one.`;
  await createSmtpMailer({ smtpUrl, mailFrom }).deliver({
    id: randomUUID(),
    to,
    language,
    subject: `A test mail of ${brand.name[language]}`,
    text: `${text}\n`,
    html: `<p>${escapeHtml(text)}</p>`,
    sender: senderOf(brand, language),
  });
}

/** Returns the name that a brand puts on its mails; without one MAIL_FROM has it. */
function senderOf(brand: Brand, language: Language): string | undefined {
  return brand.isOwn ? brand.mail.sender[language] : undefined;
}

/**
 * Delivers by SMTP over one connection per mail, so that no connection goes stale. The Message-ID derives from the
 * mail's id, so that a repeat after a lost acceptance is recognisable.
 */
function createSmtpMailer({ smtpUrl, mailFrom }: SmtpSettings): Mailer {
  const transport = createSmtpTransport(smtpUrl);
  const domain = /@([^>\s]+)/.exec(mailFrom)?.[1] ?? 'localhost';
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;

  return {
    async deliver({ id, to, language, subject, text, html, unsubscribeUrl, sender, logo }) {
      try {
        await transport.sendMail({
          from: sender === undefined ? mailFrom : { name: sender, address },
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: logo
            ? [{ cid: logoId, content: logo.bytes, contentType: 'image/png', contentDisposition: 'inline' }]
            : [],
          messageId: `<${id}@${domain}>`,
          headers: {
            'Content-Language': language === 'zh_TW' ? 'zh-Hant-TW' : 'en',
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...(unsubscribeUrl !== undefined && {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
          },
        });
      } catch (error) {
        const failure = withoutWords(error);
        throw isFinal(failure) ? new UndeliverableError(failure.message) : failure;
      }
    },
  };
}

/** A delivery failure without the server's text. */
class SmtpError extends Error {
  override readonly name = 'SmtpError';
  readonly code: string;
  readonly responseCode: number | undefined;

  constructor({ code, command, responseCode, about }: SmtpFailure) {
    const answer = responseCode === undefined ? '' : `, which the server answered with ${responseCode}`;
    super(`The mail was not sent: ${code}${command === undefined ? '' : ` at ${command}`}${answer}${about}`);
    this.code = code;
    this.responseCode = responseCode;
  }
}

type SmtpFailure = {
  readonly code: string;
  readonly command: string | undefined;
  readonly responseCode: number | undefined;
  /** The system's message about a failed connection, for the operator. */
  readonly about: string;
};

/** Connection failures, without an answer of the server. */
const ofTheLine = new Set(['ESOCKET', 'EDNS']);

/** Removes the server's reply, which may quote the mailbox; the error goes into the log and the queue. */
function withoutWords(error: unknown): SmtpError {
  const { code, command, responseCode, message } = (error ?? {}) as Record<keyof SmtpFailure | 'message', unknown>;
  const isOfTheLine = typeof code === 'string' && ofTheLine.has(code) && responseCode === undefined;
  return new SmtpError({
    code: typeof code === 'string' ? code : 'EUNKNOWN',
    command: typeof command === 'string' ? command : undefined,
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    about: isOfTheLine && typeof message === 'string' ? `: ${message}` : '',
  });
}

/**
 * Returns whether the server rejected this mail permanently (5xx, RFC 5321 section 4.2.1). A permanent reply to login
 * or greeting needs the operator, so the mail waits.
 */
function isFinal({ code, responseCode = 0 }: SmtpError): boolean {
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
}
