import type { Job } from '#/jobs/job.ts';
import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { createDevelopmentMailer } from './inbox/development-mailer.ts';
import { deleteOldMails } from './inbox/inbox.store.ts';
import type { Mailer } from './mail.ts';
import { sendMailJob } from './send-mail-job.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

export { enqueueMail, enqueueNotice } from './enqueue-mail.ts';
export { mailFanRecords } from './fan-records.ts';
export { inboxRoutes } from './inbox/inbox.routes.ts';
export { maskAddress } from './mask-address.ts';

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
