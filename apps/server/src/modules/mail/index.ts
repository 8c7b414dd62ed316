export { type Mail, type Mailer, mailPersonalData, maskAddress, type Message } from './mail.ts';
export { enqueueMail, enqueueNotice, enqueueNotices, mailJobs } from './send-mail.ts';
