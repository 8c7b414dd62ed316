import type { Job } from '#/jobs/job.ts';
import { enqueueSending, sendingJob } from './queue-transaction.ts';
import { sendTransactions } from './send-transactions.ts';
import type { Sender, SendingServices } from './sending.ts';

/** Sends transactions until none is open. The schedule takes up what a process left behind. */
export function chainJobs(services: SendingServices, senders: readonly Sender[]): Job[] {
  if (senders.length === 0) return [];
  return [{ name: sendingJob, schedule: '* * * * *', run: () => sendAll(services, senders) }];
}

async function sendAll(services: SendingServices, senders: readonly Sender[]): Promise<void> {
  const { db, clock } = services;
  const outcomes = await Promise.allSettled(senders.map((sender) => sendTransactions(services, sender)));
  const waits = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value ?? []].flat() : []));
  if (waits.length > 0) {
    const next = new Date(clock.now().getTime() + Math.min(...waits));
    await db.transaction().execute((tx) => enqueueSending(tx, next));
  }
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
