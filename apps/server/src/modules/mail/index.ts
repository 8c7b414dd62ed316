export { mailPersonalData } from './development-mail.store.ts';
export { type Mail, type Mailer, maskAddress, type Message } from './mail.ts';
export { enqueueMail, enqueueNotice, enqueueNotices, mailJobs } from './send-mail.ts';
