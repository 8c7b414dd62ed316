export { type Mailer, mailPersonalData, maskAddress, type Message } from './mail.ts';
export { enqueueMail, enqueueNotice, mailJobs } from './send-mail.ts';
