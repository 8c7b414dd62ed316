import type { BadgeId } from '@lightstick/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PageRequest } from './page.ts';
import type { DB } from './schema.ts';

/** The amounts of fans in one part of a table, such as one election or week. */
export type Leaderboard = {
  readonly table: 'fan_cheers' | 'points_earned';
  readonly amount: 'tickets' | 'points';
  readonly part: { readonly column: 'activity_id' | 'span'; readonly value: string };
  readonly faces: FaceRows;
};

/** Who the fans are, as the door of identity answers it: rows to join. */
export type FaceRows = RawBuilder<{
  readonly id: number;
  readonly nickname: string;
  readonly level: number | null;
  readonly badge: BadgeId | null;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
  readonly erased_at: Date | null;
}>;

/** A fan on a board. A fan's own place has no rank where there is none to tell. */
export type LeaderboardPlace<Rank = number> = {
  readonly rank: Rank;
  readonly amount: number;
  readonly fanId: number;
  readonly nickname: string;
  /** Null for a fan who does not show it. */
  readonly level: number | null;
  readonly badge: BadgeId | null;
  readonly avatar_file: string | null;
  readonly avatar_seed: string;
};
type OwnPlace = LeaderboardPlace<number | null>;

type LeaderboardQuery = PageRequest & { readonly fanId: number | undefined };

/** Length of the list. */
const listedFans = 1000;
/** Highest rank that is counted for a fan's own place. */
const countedFans = 10_000;

/**
 * Reads a page of a board, and the caller's own place:
 * - Fans with equal amounts share a rank (1, 2, 2, 4), in the order of their sign-up, so pages fit together.
 * - The list ends after 1,000 fans, and `total` counts no more.
 * - A fan's own place is returned below the list, too, down to rank 10,000. Without an amount there is no rank.
 * - Erased fans are left out.
 * - The index (part, amount descending, fan) supplies the order. A page is one statement, which reads the rows up to
 *   its end; the own place is another one, which reads the rows above it.
 */
export async function readLeaderboard(
  db: Kysely<DB>,
  board: Leaderboard,
  { fanId, pageNum, pageSize }: LeaderboardQuery,
): Promise<{ readonly list: readonly LeaderboardPlace[]; readonly total: number; readonly mine: OwnPlace | null }> {
  const table = sql.table(board.table);
  const amount = sql.ref(board.amount);
  const isOfPart = sql`${sql.ref(board.part.column)} = ${board.part.value}`;
  const skipped = Math.min((pageNum - 1) * pageSize, listedFans);
  // A page without fans is one row, which has the total alone.
  const { rows } = await sql<(LeaderboardPlace | { readonly fanId: null }) & { readonly total: number }>`
    select listed.total, placed.*
      from (select count(*) as total
              from (select from ${table} where ${isOfPart} limit ${listedFans}) as counted) as listed
      left join (select r.rank, r.amount, f.id as "fanId", f.nickname, f.level, f.badge,
                        f.avatar_file, f.avatar_seed
                   from (select fan_id, ${amount} as amount, rank() over (order by ${amount} desc) as rank
                           from ${table} where ${isOfPart}
                          order by ${amount} desc, fan_id
                          limit ${Math.min(pageSize, listedFans - skipped)} offset ${skipped}) as r
                   join ${board.faces} f on f.id = r.fan_id and f.erased_at is null) as placed on true
     order by placed.amount desc, placed."fanId"`.execute(db);
  return {
    list: rows.flatMap((row): LeaderboardPlace | [] => (row.fanId === null ? [] : row)),
    total: rows[0]?.total ?? 0,
    mine: (fanId === undefined ? undefined : await readOwnPlace(db, board, fanId)) ?? null,
  };
}

/** Reads a fan's own place on a board, as `readLeaderboard` returns it. Undefined without the fan. */
export async function readOwnPlace(
  db: Kysely<DB>,
  { table, amount, part, faces }: Leaderboard,
  fanId: number,
): Promise<OwnPlace | undefined> {
  const own = sql.ref(`own.${amount}`);
  const ownPart = sql.ref(`own.${part.column}`);
  const { rows } = await sql<Omit<OwnPlace, 'rank'> & { readonly above: number }>`
    select f.id as "fanId", f.nickname, f.level, f.badge, f.avatar_file, f.avatar_seed,
           coalesce(${own}, 0) as amount,
           (select count(*) from (select from ${sql.table(table)} o
                                   where ${sql.ref(`o.${part.column}`)} = ${ownPart}
                                     and ${sql.ref(`o.${amount}`)} > ${own}
                                   limit ${countedFans}) as better) as above
      from ${faces} f left join ${sql.table(table)} own on own.fan_id = f.id and ${ownPart} = ${part.value}
     where f.id = ${fanId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { above, ...fan } = row;
  return { ...fan, rank: fan.amount > 0 && above < countedFans ? above + 1 : null };
}
