import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { enqueueJob } from '#/jobs/enqueue-job.ts';
import type { ServerKeys } from '#/server-keys.ts';
import type { Mail } from './mail.ts';
import { sendMailJobName, type SendMailPayload } from './send-mail-job.ts';

/** Attempts within a little over six minutes, because what most mails say is stale after ten. */
const maxAttempts = 7;

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
  const mailId = randomUUID();
  const payload: SendMailPayload = {
    mailId,
    pointlessAfter: pointlessAfter.toISOString(),
    sealed: keys.seal('mail', JSON.stringify(mail), mailId).toString('base64'),
  };
  await enqueueJob(tx, sendMailJobName, payload, maxAttempts);
}
