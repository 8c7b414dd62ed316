import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { readAvailable } from '#/modules/points/index.ts';
import type { Activity } from '#/modules/votes/index.ts';
import { readOwnPlace } from './call-rank.view.ts';
import { readIdolCheers } from './cheers.store.ts';

type IdolCheers = DataOf<Contract['POST /wallet/api/v1/ticketVote/getIdolCheers']>;

/** An idol's cheers, and what the caller has to do with them. */
export async function readIdolCheersFor(
  db: Kysely<DB>,
  { fanId, activity, idolId }: { fanId: number | undefined; activity: Activity; idolId: string },
): Promise<IdolCheers> {
  const cheers = await readIdolCheers(db, { activity, idolId });
  if (fanId === undefined) return { cheers, mine: null };
  const { forIdol } = await db
    .selectFrom('cheer')
    .select(sql<number>`coalesce(sum(tickets), 0)::bigint`.as('forIdol'))
    .where('fan_id', '=', fanId)
    .where('activity_id', '=', activity.id)
    .where('idol_id', '=', idolId)
    .executeTakeFirstOrThrow();
  const place = await readOwnPlace(db, { fanId, activityId: activity.id });
  return {
    cheers,
    mine: {
      tickets: await readAvailable(db, { fanId, asset: activity.ticketAsset }),
      forIdol,
      inActivity: place?.tickets ?? 0,
      rank: place?.rank ?? null,
    },
  };
}
