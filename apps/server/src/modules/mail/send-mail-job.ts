import * as z from 'zod';
import type { Clock } from '#/clock.ts';
import type { Job } from '#/jobs/job.ts';
import type { Log } from '#/log.ts';
import type { ServerKeys } from '#/server-keys.ts';
import { composeMessage } from './letters/compose-message.ts';
import { mail, type Mailer, UndeliverableError } from './mail.ts';
import { maskAddress } from './mask-address.ts';

export const sendMailJobName = 'send-mail';

const sendMailPayload = z.object({
  mailId: z.uuid(),
  pointlessAfter: z.iso.datetime(),
  sealed: z.base64(),
});
export type SendMailPayload = z.output<typeof sendMailPayload>;

type SendMailParts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly keys: ServerKeys;
  readonly mailer: Mailer;
  /** Where the links in mails lead. */
  readonly publicUrl: string;
  /** In which mails tell the time. */
  readonly timeZone: string;
};

/** Words and delivers a queued mail. What fails for now is tried again; what the mailbox refuses for good is not. */
export function sendMailJob({ clock, log, keys, mailer, ...place }: SendMailParts): Job {
  return {
    name: sendMailJobName,
    apart: true,
    async run(given, attempt) {
      const { mailId, pointlessAfter, sealed } = sendMailPayload.parse(given);
      const opened = keys.open('mail', Buffer.from(sealed, 'base64'), mailId).toString('utf8');
      const { to, language, letter } = mail.parse(JSON.parse(opened));
      const where = { mailId, to: maskAddress(to), letter: letter.kind, attempt: attempt.number };
      if (clock.now() > new Date(pointlessAfter)) {
        log.warn(where, 'a mail was not sent in time and is dropped');
        return;
      }
      try {
        await mailer.deliver({ id: mailId, to, language, ...composeMessage(letter, language, place) });
        log.info(where, 'a mail was sent');
      } catch (error) {
        if (!(error instanceof UndeliverableError)) throw error;
        log.warn({ ...where, err: error }, 'a mail was refused for good');
      }
    },
  };
}
