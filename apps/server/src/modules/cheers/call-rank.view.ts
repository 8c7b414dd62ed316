import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { avatarUrlOf } from '#/modules/art/index.ts';

type CallRank = DataOf<Contract['POST /wallet/api/v1/userExpand/getUsersCallRank']>;

/** How far the list goes: whoever stands below looks for themselves. */
const listedFans = 1000;
/** How far a fan's own place is counted. */
const countedFans = 10_000;

type Question = {
  readonly fanId: number | undefined;
  readonly activityId: string;
  readonly pageNum: number;
  readonly pageSize: number;
};

type Fan = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string; tickets: number };

/**
 * One page of the fans by the tickets they cheered with in an activity, and the caller's own place. Equals share a rank
 * (1, 2, 2, 4). Read from the index in its order, with the fans' faces in the same query: a page costs the rows up to its
 * end, the own place those above it.
 */
export async function readCallRank(
  db: Kysely<DB>,
  { fanId, activityId, pageNum, pageSize }: Question,
): Promise<CallRank> {
  const skipped = Math.min((pageNum - 1) * pageSize, listedFans);
  const { rows } = await sql<Fan & { rank: number }>`
    select r.rank, r.tickets, f.id, f.nickname, f.avatar_file, f.avatar_seed
      from (select fan_id, tickets, rank() over (order by tickets desc) as rank
              from fan_cheers where activity_id = ${activityId}
             order by tickets desc, fan_id
             limit ${Math.min(pageSize, listedFans - skipped)} offset ${skipped}) r
      join fan f on f.id = r.fan_id
     order by r.tickets desc, r.fan_id`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total
      from (select from fan_cheers where activity_id = ${activityId} limit ${listedFans}) listed`.execute(db);
  const mine = fanId === undefined ? undefined : await readOwnPlace(db, { fanId, activityId });
  return {
    list: rows.map(({ rank, ...fan }) => ({ rank, ...shown(fan, fanId) })),
    total: counts[0]?.total ?? 0,
    pageNum,
    pageSize,
    mine: mine ? { rank: mine.rank, ...shown(mine, fanId) } : null,
  };
}

/** Where a fan stands among those who cheer in an activity, and with how many tickets. */
export async function readOwnPlace(
  db: Kysely<DB>,
  { fanId, activityId }: { fanId: number; activityId: string },
): Promise<(Fan & { readonly rank: number | null }) | undefined> {
  const { rows } = await sql<Fan & { above: number }>`
    select f.id, f.nickname, f.avatar_file, f.avatar_seed, coalesce(c.tickets, 0) as tickets,
           (select count(*) from (select from fan_cheers o where o.activity_id = c.activity_id and o.tickets > c.tickets
                                   limit ${countedFans}) better) as above
      from fan f left join fan_cheers c on c.fan_id = f.id and c.activity_id = ${activityId}
     where f.id = ${fanId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { above, ...fan } = row;
  return { ...fan, rank: fan.tickets > 0 && above < countedFans ? above + 1 : null };
}

function shown({ id, nickname, tickets, ...face }: Fan, fanId: number | undefined) {
  return { nickname, avatarUrl: avatarUrlOf(face), tickets, isMe: id === fanId };
}
