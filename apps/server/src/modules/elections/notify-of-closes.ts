import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import { tellFans } from '#/modules/notices/index.ts';
import type { Services } from '#/services.ts';
import { type AnnouncedRound, listClosingRounds, listOpenedRounds, listVoters } from './moved-ends.store.ts';

type FanSection = { readonly after: number; readonly most: number };

export type ListFollowers = (
  db: Kysely<DB>,
  section: FanSection & { readonly idolIds: readonly string[] },
) => Promise<readonly number[]>;

type JobServices = Pick<Services, 'db' | 'clusterClock'> & {
  /** Lists a section of the fans who follow one of some idols; injected, because following depends on elections. */
  readonly listFollowers: ListFollowers;
};

/**
 * Tells all who have cast or held votes of an election, or follow one of its idols, that its round ends within 24 hours, and
 * within one. A moved end is announced again.
 */
export function notifyOfClosesJob({ db, clusterClock, listFollowers }: JobServices): Job {
  return scheduledJob('notify-of-closes', async () => {
    const at = await clusterClock();
    const hasTime = startTimeBudget();
    for (const closing of await listClosingRounds(db, at)) {
      const { activityId, title, round, hours } = closing;
      const closesAt = closing.closesAt.toISOString();
      const news = {
        kind: hours === 1 ? 'roundClosesInHour' : 'roundCloses',
        subject: `${activityId} ${round} ${hours} ${closesAt}`,
        parameters: { activityId, title, closesAt },
        at,
        listFans: audience(closing, listFollowers),
      } as const;
      if (!(await tellFans(db, news, hasTime))) return enqueueNextRun(db, 'notify-of-closes');
    }
  });
}

/** Tells the same fans that a round has opened. */
export function notifyOfOpeningsJob({ db, clusterClock, listFollowers }: JobServices): Job {
  return scheduledJob('notify-of-openings', async () => {
    const at = await clusterClock();
    const hasTime = startTimeBudget();
    for (const opened of await listOpenedRounds(db, at)) {
      const { activityId, title, round, closesAt } = opened;
      const news = {
        kind: 'roundOpens',
        subject: `${activityId} ${round}`,
        parameters: { activityId, title, closesAt: closesAt.toISOString() },
        at,
        listFans: audience(opened, listFollowers),
      } as const;
      if (!(await tellFans(db, news, hasTime))) return enqueueNextRun(db, 'notify-of-openings');
    }
  });
}

/** Lists sections of the fans who hear of a round, each once and in order: the first of both lists are the first of all. */
function audience({ unit, idolIds }: AnnouncedRound, listFollowers: ListFollowers) {
  return async (tx: Kysely<DB>, section: FanSection): Promise<number[]> => {
    const voters = await listVoters(tx, { unit, ...section });
    const followers = await listFollowers(tx, { idolIds, ...section });
    const all = [...new Set([...voters, ...followers])].toSorted((one, other) => one - other);
    return all.slice(0, section.most);
  };
}
