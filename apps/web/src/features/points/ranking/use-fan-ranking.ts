import type { Contract, DataOf } from '@lightstick/contract';
import { call } from '#/lib/api/call.ts';
import type { Page } from '#/lib/paging/page.ts';
import { type PagedBy, type Paging, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';

const pointsRoute = 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank';
const cheersRoute = 'POST /wallet/api/v1/userExpand/getUsersCallRank';

/** A fan in a ranking; the score is Points, or tickets cheered with. */
export type RankedFan = {
  readonly rank: number;
  readonly nickname: string;
  readonly avatarUrl: string;
  readonly score: number;
  readonly isMe: boolean;
};
export type MyPlace = Omit<RankedFan, 'rank'> & { readonly rank: number | null };
export type FanRanking = Page<RankedFan> & {
  readonly mine: MyPlace | null;
  /** When the week ends that is counted; null for what ends with the election, or never. */
  readonly endsAt: string | null;
};

/** By what fans are ranked: Points of this week, of all time, or tickets cheered with in an election. */
export type Board = 'thisWeek' | 'allTime' | 'cheers';

/** All fans in the order of a board; each page tells the fan's own place as well. Cheers are those of the activity. */
export function useFanRanking(board: Board, activityId: string | null | undefined): PagedBy<FanRanking> {
  const accountId = useAccountId();
  const ofActivity = board === 'cheers' ? activityId : null;
  return usePagedList({
    queryKey: [...queryKeys.fanRanking, board, ofActivity, accountId],
    fetchPage: (paging, signal) =>
      board === 'cheers' ? fetchCheers(activityId ?? '', paging, signal) : fetchPoints(board, paging, signal),
    enabled: board !== 'cheers' || Boolean(activityId),
  });
}

async function fetchPoints(span: 'thisWeek' | 'allTime', paging: Paging, signal: AbortSignal): Promise<FanRanking> {
  const ranking = await call(pointsRoute, { body: { span, ...paging } }, { signal });
  const scored = <F extends PointsOf>({ points, ...fan }: F) => ({ ...fan, score: points });
  return { ...ranking, list: ranking.list.map(scored), mine: ranking.mine && scored(ranking.mine) };
}

async function fetchCheers(periods: string, paging: Paging, signal: AbortSignal): Promise<FanRanking> {
  const ranking = await call(cheersRoute, { body: { periods, ...paging } }, { signal });
  const scored = <F extends TicketsOf>({ tickets, ...fan }: F) => ({ ...fan, score: tickets });
  return { ...ranking, list: ranking.list.map(scored), mine: ranking.mine && scored(ranking.mine), endsAt: null };
}

type PointsOf = Pick<DataOf<Contract[typeof pointsRoute]>['list'][number], 'points'>;
type TicketsOf = Pick<DataOf<Contract[typeof cheersRoute]>['list'][number], 'tickets'>;
