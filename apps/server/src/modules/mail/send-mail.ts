import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import * as z from 'zod';
import { createServerKeys, type ServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { type Job, enqueueJobs } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Log } from '#/log.ts';
import type { Services } from '#/services.ts';
import { deleteOldDevelopmentMails } from './development-mail.store.ts';
import { mailSchema, type Mailer, UndeliverableError, type Mail, maskAddress } from './mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { renderMessage } from './templates/render-message.ts';

/** Attempts within about six minutes, because most mails are stale after ten. */
const maxAttempts = 7;

/** Notices retry for more than a day, because they warn a fan of a stolen account. */
const noticeAttempts = 14;
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
  await enqueue(tx, keys, { mails: [mail], pointlessAfter, attempts: maxAttempts });
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
  await enqueue(tx, keys, { mails, pointlessAfter, attempts: noticeAttempts });
}

type Queued = { readonly mails: readonly Mail[]; readonly pointlessAfter: Date; readonly attempts: number };

async function enqueue(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { mails, pointlessAfter, attempts }: Queued,
): Promise<void> {
  const payloads = mails.map((mail): SendMailPayload => {
    const mailId = randomUUID();
    return {
      mailId,
      pointlessAfter: pointlessAfter.toISOString(),
      sealed: keys.seal('mail', JSON.stringify(mail), mailId).toString('base64'),
    };
  });
  await enqueueJobs(tx, sendMailJobName, payloads, attempts);
}

type MailServices = Pick<Services, 'settings' | 'db' | 'clock' | 'log'>;

/**
 * The jobs that send mails and trim the development inbox.
 *
 * @param developmentMailer - takes the mails of a server without SMTP; production has none.
 */
export function mailJobs({ settings, db, clock, log }: MailServices, developmentMailer: Mailer | undefined): Job[] {
  const { smtpUrl, mailFrom, publicUrl, platformTimeZone: timeZone } = settings;
  const mailer = smtpUrl ? createSmtpMailer({ smtpUrl, mailFrom }) : developmentMailer;
  if (!mailer) throw new Error('SMTP_URL is missing, and production has no development inbox.');
  const keys = createServerKeys(settings.serverSecret);
  return [
    sendMailJob({ clock, log, keys, mailer, publicUrl, timeZone }),
    { name: 'sweep-development-inbox', schedule: '40 * * * *', run: () => deleteOldDevelopmentMails(db) },
  ];
}

const sendMailJobName = 'send-mail';

const sendMailPayload = z.object({
  mailId: z.uuid(),
  pointlessAfter: z.iso.datetime(),
  sealed: z.base64(),
});
type SendMailPayload = z.output<typeof sendMailPayload>;

type SendMailParts = {
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
function sendMailJob({ clock, log, keys, mailer, ...place }: SendMailParts): Job {
  return {
    name: sendMailJobName,
    apart: true,
    async run(given, attempt) {
      const { mailId, pointlessAfter, sealed } = sendMailPayload.parse(given);
      const opened = keys.open('mail', Buffer.from(sealed, 'base64'), mailId).toString('utf8');
      const { to, language, content } = mailSchema.parse(JSON.parse(opened));
      const where = { mailId, to: maskAddress(to), kind: content.kind, attempt: attempt.number };
      if (clock.now() > new Date(pointlessAfter)) {
        log.warn(where, 'a mail was not sent in time and is dropped');
        return;
      }
      try {
        await mailer.deliver({ id: mailId, to, language, ...renderMessage(content, language, place) });
        log.info(where, 'a mail was sent');
      } catch (error) {
        if (!(error instanceof UndeliverableError)) throw error;
        log.warn({ ...where, err: error }, 'a mail was refused for good');
      }
    },
  };
}
