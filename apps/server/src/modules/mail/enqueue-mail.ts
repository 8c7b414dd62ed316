import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/enqueue-job.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Mail } from './mail.ts';
import { sendMailJobName, type SendMailPayload } from './send-mail-job.ts';

/** Attempts within a little over six minutes, because what most mails say is stale after ten. */
const maxAttempts = 7;

/** A notice that something was done is worth a day and more of attempts: it is how a fan hears of a thief. */
const noticeAttempts = 14;
const noticeWorthMs = 3 * 24 * 60 * 60_000;

/**
 * Sends a mail once the transaction commits. It waits in the queue sealed, as it may carry a code that is stored nowhere
 * else in the clear.
 *
 * @param pointlessAfter - when it need not be sent any more.
 */
export async function enqueueMail(
  tx: Transaction<DB>,
  keys: ServerKeys,
  mail: Mail,
  pointlessAfter: Date,
): Promise<void> {
  await enqueue(tx, keys, { mail, pointlessAfter, attempts: maxAttempts });
}

/** Sends a mail that carries no code and is still worth reading when it comes late, once the transaction commits. */
export async function enqueueNotice(tx: Transaction<DB>, keys: ServerKeys, mail: Mail, now: Date): Promise<void> {
  const pointlessAfter = new Date(now.getTime() + noticeWorthMs);
  await enqueue(tx, keys, { mail, pointlessAfter, attempts: noticeAttempts });
}

type Queued = { readonly mail: Mail; readonly pointlessAfter: Date; readonly attempts: number };

async function enqueue(
  tx: Transaction<DB>,
  keys: ServerKeys,
  { mail, pointlessAfter, attempts }: Queued,
): Promise<void> {
  const mailId = randomUUID();
  const payload: SendMailPayload = {
    mailId,
    pointlessAfter: pointlessAfter.toISOString(),
    sealed: keys.seal('mail', JSON.stringify(mail), mailId).toString('base64'),
  };
  await enqueueJob(tx, sendMailJobName, payload, attempts);
}
