import type { Job } from '#/jobs/job.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { createDevelopmentMailer, deleteOldMails } from '#/dev/inbox.ts';
import type { Mailer } from './mail.ts';
import { sendMailJob } from './send-mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export { enqueueMail, enqueueNotice } from './send-mail.ts';
export { mailPersonalData, maskAddress } from './mail.ts';
export { inboxRoutes } from '#/dev/inbox.ts';

type MailServices = Pick<Services, 'settings' | 'db' | 'clock' | 'log'>;

/** The module's background work: sending, and keeping the development inbox small. */
export function mailJobs(services: MailServices): Job[] {
  const { settings, db, clock, log } = services;
  const keys = createServerKeys(settings.serverSecret);
  return [
    sendMailJob({
      clock,
      log,
      keys,
      mailer: createMailer(services),
      publicUrl: settings.publicUrl,
      timeZone: settings.platformTimeZone,
    }),
    { name: 'sweep-development-inbox', schedule: '40 * * * *', run: () => deleteOldMails(db) },
  ];
}

/** SMTP when the settings name a server; else the development inbox, which production has not. */
function createMailer(services: MailServices): Mailer {
  const { smtpUrl, mailFrom, devPages } = services.settings;
  if (smtpUrl) return createSmtpMailer({ smtpUrl, mailFrom });
  if (!devPages) throw new Error('SMTP_URL is missing, and production has no development inbox.');
  return createDevelopmentMailer(services);
}
