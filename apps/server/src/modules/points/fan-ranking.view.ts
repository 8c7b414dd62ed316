import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { weeksAt } from './points.rules.ts';

type FanRanking = DataOf<Contract['POST /wallet/api/v1/userExpand/getUserAndAllPointRank']>;
type RankedFan = FanRanking['list'][number];

/** Builds the avatar URL from a fan's row; another module draws the portraits. */
export type AvatarUrl = (fan: { readonly avatar_file: string | null; readonly avatar_seed: string }) => string;

/** Length of the public list. */
const listedFans = 1000;
/** Highest rank that is counted for a fan's own place. */
const countedFans = 10_000;

type Question = {
  readonly fanId: number | undefined;
  readonly span: 'allTime' | 'thisWeek';
  readonly pageNum: number;
  readonly pageSize: number;
  readonly at: Date;
  readonly timeZone: string;
};

/**
 * Returns a page of the ranking and the caller's own place. Equal Points share a rank (1, 2, 2, 4), earlier sign-up
 * first. The index supplies the order: a page reads the rows up to its end, the own place reads the rows above it.
 */
export async function readFanRanking(
  db: Kysely<DB>,
  avatarUrl: AvatarUrl,
  { fanId, span, pageNum, pageSize, at, timeZone }: Question,
): Promise<FanRanking> {
  const [week, next] = weeksAt(at, timeZone);
  const spanName = span === 'thisWeek' ? week.name : 'allTime';
  const skipped = Math.min((pageNum - 1) * pageSize, listedFans);
  const { rows } = await sql<Row>`
    select r.rank, r.points, f.id, f.nickname, f.avatar_file, f.avatar_seed
      from (select fan_id, points, rank() over (order by points desc) as rank
              from points_earned where span = ${spanName}
             order by points desc, fan_id
             limit ${Math.min(pageSize, listedFans - skipped)} offset ${skipped}) r
      join fan f on f.id = r.fan_id and f.erased_at is null
     order by r.points desc, r.fan_id`.execute(db);
  const { rows: counts } = await sql<{ total: number }>`
    select count(*) as total from (select from points_earned where span = ${spanName} limit ${listedFans}) listed`.execute(
    db,
  );

  const shown = ({ id, rank, nickname, points, ...face }: Row): RankedFan => ({
    rank,
    nickname,
    avatarUrl: avatarUrl(face),
    points,
    isMe: id === fanId,
  });
  const mine = fanId === undefined ? undefined : await readOwnPlace(db, fanId, spanName);
  return {
    list: rows.map(shown),
    total: counts[0]?.total ?? 0,
    pageNum,
    pageSize,
    mine: mine ? { ...shown({ ...mine, rank: 0 }), rank: mine.rank } : null,
    endsAt: span === 'thisWeek' ? next.startsAt.toISOString() : null,
  };
}

type Fan = { id: number; nickname: string; avatar_file: string | null; avatar_seed: string; points: number };
type Row = Fan & { rank: number };

async function readOwnPlace(
  db: Kysely<DB>,
  fanId: number,
  spanName: string,
): Promise<(Fan & { readonly rank: number | null }) | undefined> {
  const { rows } = await sql<Fan & { above: number }>`
    select f.id, f.nickname, f.avatar_file, f.avatar_seed, coalesce(p.points, 0) as points,
           (select count(*) from (select from points_earned o where o.span = p.span and o.points > p.points
                                   limit ${countedFans}) better) as above
      from fan f left join points_earned p on p.fan_id = f.id and p.span = ${spanName}
     where f.id = ${fanId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { above, ...fan } = row;
  return { ...fan, rank: fan.points > 0 && above < countedFans ? above + 1 : null };
}
