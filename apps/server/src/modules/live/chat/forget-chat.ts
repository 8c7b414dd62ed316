import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteMessages } from './messages.store.ts';

const dayMs = 24 * 60 * 60_000;
const messagesKeptMs = 30 * dayMs;
const actsKeptMs = 180 * dayMs;

/** Deletes messages 30 days after they were written, locked ones after their lock, and acts of moderators after 180 days. */
export function forgetChatJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'forget-chat',
    schedule: '40 3 * * *',
    async run() {
      const now = clock.now();
      await deleteInBatches(db, { table: 'live_chat_lock', column: 'locked_until', before: now });
      await deleteMessages(db, new Date(now.getTime() - messagesKeptMs));
      await deleteInBatches(db, { table: 'live_chat_act', column: 'at', before: new Date(now.getTime() - actsKeptMs) });
    },
  };
}
