import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { clusterKinds, windowsMs } from './clusters.ts';
import { deleteObservations } from './quarantine.store.ts';

const kinds = Object.keys(clusterKinds) as (keyof typeof clusterKinds)[];

/** Deletes the origins of votes when no window needs them. */
export function quarantineJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Job[] {
  return [
    scheduledJob('forget-vote-observations', () => {
      const now = clock.now();
      const windowStart = (kind: keyof typeof clusterKinds) => new Date(now.getTime() - windowsMs[kind]);
      return deleteObservations(db, {
        now,
        kinds: kinds.map((kind) => ({ kind: clusterKinds[kind], before: windowStart(kind) })),
      });
    }),
  ];
}
