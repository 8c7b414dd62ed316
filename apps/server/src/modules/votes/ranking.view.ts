import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Activity } from './activities.view.ts';
import { activityState } from './activity-state.ts';
import { changeSince, rankTallies } from './standing.rules.ts';
import { readTallies } from './standing.store.ts';

/** A ranking as it goes over the wire. */
export type Ranking = DataOf<Contract['GET /activity/api/v1/vote/ranking']>;

/** The ranking of an activity at this moment; `earlierRanks` are those of the snapshot that changes are told against. */
export async function readRanking(
  db: Kysely<DB>,
  { activity, earlierRanks, at }: { activity: Activity; earlierRanks: ReadonlyMap<string, number>; at: Date },
): Promise<Ranking> {
  const { tallies, version } = await readTallies(db, activity.id);
  const list = rankTallies(tallies).map((standing) => ({ ...standing, change: changeSince(earlierRanks, standing) }));
  return {
    activityId: activity.id,
    state: activityState(activity, at),
    version,
    takenAt: at.toISOString(),
    closesAt: activity.closesAt.toISOString(),
    totalVotes: list.reduce((sum, row) => sum + row.votes, 0),
    list,
  };
}
