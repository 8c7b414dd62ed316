import type { Services } from '#/services.ts';
import type { Mailer } from '../mail.ts';
import { keepMail } from './inbox.store.ts';

/** Keeps mails to be read at /dev/inbox, for servers without SMTP. */
export function createDevelopmentMailer({ db, clock }: Pick<Services, 'db' | 'clock'>): Mailer {
  return { deliver: (message) => keepMail(db, message, clock.now()) };
}
