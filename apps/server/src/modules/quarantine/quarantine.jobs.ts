import { transactionWithRetry } from '#/db/retry.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { notify } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { clusterKinds, windowsMs } from './clusters.ts';
import { deleteObservations } from './quarantine.store.ts';
import { listSetAside } from './quarantine.view.ts';

const kinds = Object.keys(clusterKinds) as (keyof typeof clusterKinds)[];

/** Returns the jobs that tell fans of votes set aside, and delete the origins of votes when no window needs them. */
export function quarantineJobs({ db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>): Job[] {
  return [
    scheduledJob('notify-of-set-aside', () => notifyOfSetAside(db, clock.now(), settings.platformTimeZone)),
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

/** How far back a run looks, so that several missed runs lose nothing. */
const lookBackMs = 60 * 60_000;
const fansAtOnce = 500;

/**
 * Tells fans that votes of theirs wait for a check: once an activity and a day of the platform, however many there are. The day
 * is that of the votes, because a run after midnight finds those from before.
 */
async function notifyOfSetAside(db: Services['db'], at: Date, timeZone: string): Promise<void> {
  const since = new Date(at.getTime() - lookBackMs);
  for (const { activityId, title, day, fanIds } of await listSetAside(db, { since, timeZone })) {
    const subject = `${activityId} ${day}`;
    for (let first = 0; first < fanIds.length; first += fansAtOnce) {
      const some = fanIds.slice(first, first + fansAtOnce);
      const fans = some.map((fanId) => ({ fanId, parameters: { activityId, title } }));
      await transactionWithRetry(db, (tx) => notify(tx, { kind: 'votesSetAside', subject, fans, at }));
    }
  }
}
