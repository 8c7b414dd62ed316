import type { Contract, DataOf } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import { type FaceRows, type LeaderboardPlace, readLeaderboard } from '#/db/leaderboard.ts';
import type { PageRequest } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import { weeksAt } from './points.rules.ts';

type FanRanking = DataOf<Contract['POST /wallet/api/v1/userExpand/getUserAndAllPointRank']>;

/** How ranked fans are shown, as other modules answer it. */
export type RankedFans = {
  readonly faces: FaceRows;
  readonly presentFan: (
    fan: Omit<LeaderboardPlace, 'rank' | 'fanId' | 'amount'>,
  ) => Pick<FanRanking['list'][number], 'nickname' | 'level' | 'badge' | 'avatarUrl'>;
};

type FanRankingQuery = PageRequest & {
  readonly fanId: number | undefined;
  readonly span: 'allTime' | 'thisWeek';
  readonly at: Date;
  readonly timeZone: string;
};

/** Returns a page of fans by Points earned and the caller's own place. */
export async function readFanRanking(
  db: Kysely<DB>,
  { presentFan, faces }: RankedFans,
  { span, at, timeZone, ...page }: FanRankingQuery,
): Promise<FanRanking> {
  const [week, next] = weeksAt(at, timeZone);
  const spanName = span === 'thisWeek' ? week.name : 'allTime';
  const board = { table: 'points_earned', amount: 'points', part: { column: 'span', value: spanName }, faces } as const;
  const { list, total, mine } = await readLeaderboard(db, board, page);
  const presentPlace = <Rank>({ rank, fanId, amount: points, ...fan }: LeaderboardPlace<Rank>) => ({
    rank,
    ...presentFan(fan),
    points,
    isMe: fanId === page.fanId,
  });
  const { pageNum, pageSize } = page;
  return {
    list: list.map(presentPlace),
    total,
    pageNum,
    pageSize,
    mine: mine && presentPlace(mine),
    endsAt: span === 'thisWeek' ? next.startsAt.toISOString() : null,
  };
}
