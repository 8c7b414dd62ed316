import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { crowdKinds, windowsMs } from './crowds.ts';
import { forgetSightings } from './sightings.store.ts';

const kinds = Object.keys(crowdKinds) as (keyof typeof crowdKinds)[];

/** Forgets from where votes came when no window needs it. */
export function quarantineJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Job[] {
  return [
    {
      name: 'forget-vote-sightings',
      schedule: '*/10 * * * *',
      run() {
        const now = clock.now();
        const begun = (kind: keyof typeof crowdKinds) => new Date(now.getTime() - windowsMs[kind]);
        return forgetSightings(db, {
          now,
          kinds: kinds.map((kind) => ({ kind: crowdKinds[kind], before: begun(kind) })),
        });
      },
    },
  ];
}
