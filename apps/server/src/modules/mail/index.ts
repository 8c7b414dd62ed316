import type { Module } from '#/services.ts';
import { mailPersonalData } from './development-mail.store.ts';
import { mailJobs, type MailServices } from './send-mail.ts';

export { type Mail, type Mailer, maskAddress, type Message } from './mail.ts';
export { logoId } from './templates/render-message.ts';
export { enqueueMail, enqueueNotice, enqueueNotices, trySmtp } from './send-mail.ts';

export const mail = { jobs: mailJobs, personalData: () => [mailPersonalData] } satisfies Module<unknown, MailServices>;
