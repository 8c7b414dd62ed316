import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { addDays, localDateAt, startOfLocalDate } from '#/calendar/local-date.ts';
import type { DB } from '#/db/schema.ts';
import { readAvailable } from '#/modules/points/index.ts';
import type { SongEvent } from './song-event.ts';
import { usedOn } from './song-vote.store.ts';

type Mine = NonNullable<DataOf<Contract['GET /activity/api/v1/vote/songList']>['mine']>;

/** What a fan has in an event on its present day. */
export async function readMySongs(
  db: Kysely<DB>,
  { fanId, event, at }: { fanId: number; event: SongEvent; at: Date },
): Promise<Mine> {
  const day = localDateAt(at, event.timeZone);
  const nominated = await db
    .selectFrom('song_nomination')
    .select('song_id as songId')
    .where('fan_id', '=', fanId)
    .where('event_id', '=', event.id)
    .where('day', '=', day)
    .orderBy('song_id')
    .execute();
  const finalVotes = await db
    .selectFrom('song_vote')
    .select(['song_id as songId', sql<number>`sum(votes)::bigint`.as('votes')])
    .where('fan_id', '=', fanId)
    .where('event_id', '=', event.id)
    .groupBy('song_id')
    .orderBy('song_id')
    .execute();
  const used = event.dailyCap === null ? 0 : await usedOn(db, { fanId, eventId: event.id, day });
  return {
    nominatedToday: nominated.map(({ songId }) => songId),
    finalVotes,
    votes: await readAvailable(db, { fanId, asset: event.voteAsset }),
    leftToday: event.dailyCap === null ? null : Math.max(0, event.dailyCap - used),
    resetsAt: startOfLocalDate(addDays(day, 1), event.timeZone).toISOString(),
  };
}
