import { deleteInBatches } from '#/db/delete-in-batches.ts';
import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';

/**
 * How long the answer to a call that moves value is kept for its repeats; the contract promises it. Pages send again for
 * minutes alone. Behind it a key is known by what it moved.
 */
const keptMs = 7 * 24 * 60 * 60_000;

/** Forgets every night the answers that nobody will ask for again. */
export function forgetAnswersJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'forget-answers',
    schedule: '10 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - keptMs);
      await deleteInBatches(db, { table: 'idempotent_request', column: 'created_at', before });
      await deleteInBatches(db, { table: 'operator_request', column: 'created_at', before });
    },
  };
}
