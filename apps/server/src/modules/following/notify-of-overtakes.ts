import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import { enqueueNextRun, startTimeBudget } from '#/jobs/resumable-run.ts';
import {
  type Activity,
  countedFrom,
  hiddenRound,
  readActivities,
  roundOnShow,
  roundState,
} from '#/modules/elections/index.ts';
import { tellFans } from '#/modules/notices/index.ts';
import { readHourlyStandings, startOfHour } from '#/modules/rankings/index.ts';
import type { Services } from '#/services.ts';
import { listFansOf } from './following.view.ts';
import { type Overtake, overtakesBetween } from './overtakes.rules.ts';

const hourMs = 60 * 60_000;

/**
 * Tells fans that their main idol was passed within the last full hour, by the kept rankings: at most one notice per idol and
 * hour, and none while the count is hidden.
 */
export function notifyOfOvertakesJob({ db, clusterClock }: Pick<Services, 'db' | 'clusterClock'>): Job {
  return scheduledJob('notify-of-overtakes', async () => {
    const at = await clusterClock();
    const hour = startOfHour(at);
    const hasTime = startTimeBudget();
    for (const activity of await readActivities(db)) {
      for (const overtake of await overtakesIn(db, activity, { at, hour })) {
        const parameters = parametersOf(activity, overtake);
        if (!parameters) continue;
        const isDone = await tellFans(
          db,
          {
            kind: 'idolPassed',
            subject: `${activity.id} ${overtake.idolId} ${hour.toISOString()}`,
            parameters,
            at,
            listFans: (tx, section) => listFansOf(tx, { idolId: overtake.idolId, ...section }),
          },
          hasTime,
        );
        if (!isDone) return enqueueNextRun(db, 'notify-of-overtakes');
      }
    }
  });
}

/** Returns the idols passed in the hour that ended last; none before the ranking of its end is stored. */
async function overtakesIn(
  db: Kysely<DB>,
  activity: Activity,
  { at, hour }: { readonly at: Date; readonly hour: Date },
): Promise<Overtake[]> {
  const round = roundOnShow(activity.rounds, at);
  if (roundState(round, at) !== 'open' || hiddenRound(activity, at)) return [];
  const hourBefore = new Date(hour.getTime() - hourMs);
  const begin = countedFrom(activity.rounds, round);
  const kept = await readHourlyStandings(db, { activityId: activity.id, begin, from: hourBefore, until: hour });
  const [before, after] = [hourBefore, hour].map((time) => kept.find((one) => one.at.getTime() === time.getTime()));
  return before && after ? overtakesBetween(before.standings, after.standings) : [];
}

function parametersOf({ id, candidates }: Activity, { idolId, rank, passer, others }: Overtake) {
  const [idol, other] = [candidates.get(idolId), candidates.get(passer.idolId)];
  if (!idol || !other || idol.isWithdrawn) return undefined;
  return { activityId: id, idol: { idolId, name: idol.name, rank }, passer: { ...passer, name: other.name }, others };
}
