import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type ListPage, type PagedBy, type Paging, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { FanMarks, type Marks } from '#/ui/fan-marks.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { keepClear } from '#/ui/keep-clear.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** The text of an empty board, and a link for its first place. */
const firstPlace = {
  thisWeek: { text: 'fanRanking.emptyThisWeek', to: '/task', way: 'myAssets.earnPoints' },
  allTime: { text: 'fanRanking.empty', to: '/task', way: 'myAssets.earnPoints' },
  cheers: { text: 'fanRanking.emptyCheers', to: '/vote-activity', way: 'fanRanking.goCheer' },
} as const;

/** Shows all fans of a board; the fan's own row is highlighted. */
export function FanRankingList({
  board,
  pages,
}: {
  board: FanBoard;
  pages: ReturnType<typeof useFanRanking>;
}): ReactNode {
  const t = useText();
  const { text, to, way } = firstPlace[board];
  return (
    <InfiniteList
      label={t('fanRanking.title')}
      pages={pages}
      errorText={t('fanRanking.loadError')}
      skeleton={<RecordSkeleton count={6} />}
      empty={
        <Empty
          icon={TrophyIcon}
          text={t(text)}
          action={
            <Link href={to} className={buttonStyle('primary')}>
              {t(way)}
            </Link>
          }
        />
      }
      keyOf={({ avatarUrl }) => avatarUrl}
      renderRow={(fan) => <FanRow fan={fan} />}
    />
  );
}

function FanRow({ fan: { rank, nickname, level, badge, avatarUrl, score, isMe } }: { fan: RankedFan }): ReactNode {
  const t = useText();
  return (
    <div className="flex min-h-16 items-center gap-3 py-2">
      <span
        className={
          'num grid h-7 min-w-7 shrink-0 place-content-center rounded-full px-1 text-small font-extrabold ' +
          (medals[rank] ?? 'text-mute')
        }
      >
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span aria-hidden="true">{rank}</span>
      </span>
      <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
        <span className="flex max-w-full min-w-0 items-center gap-x-1.5">
          <Name className="truncate font-semibold">{nickname}</Name>
          <FanMarks level={level} badge={badge} />
        </span>
        {isMe ? <Badge tone="brand">{t('fanRanking.me')}</Badge> : null}
      </p>
      <span className="num shrink-0 font-extrabold">{formatNumber(score)}</span>
    </div>
  );
}

/** Shows the fan's own place, above the navigation however far the list is read. */
export function MyPlaceBar({ board, mine }: { board: FanBoard; mine: MyPlace }): ReactNode {
  const t = useText();
  const { rank, nickname, level, badge, avatarUrl, score } = mine;
  return (
    <aside aria-label={t('fanRanking.myPlace')} ref={keepClear} className="above-nav over-centre px-3">
      <div className="flex items-center gap-3 rounded-tile border border-line bg-surface p-2.5 pr-4 shadow-lift">
        <span className="num min-w-10 shrink-0 text-center text-title font-extrabold text-brand">
          {rank === null ? '–' : `#${formatNumber(rank)}`}
        </span>
        <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-x-1.5">
            <Name className="truncate font-bold">{nickname}</Name>
            <FanMarks level={level} badge={badge} />
          </p>
          <p className="text-caption text-mute">{t(placeText(board, mine))}</p>
        </div>
        <span className="num font-extrabold">{formatNumber(score)}</span>
      </div>
    </aside>
  );
}

function placeText(board: FanBoard, { rank, score }: MyPlace) {
  if (rank !== null) return 'fanRanking.myPlace';
  if (score > 0) return 'fanRanking.farBelow';
  return board === 'cheers' ? 'fanRanking.cheersNotYet' : 'fanRanking.notYet';
}

const pointsRoute = 'POST /wallet/api/v1/userExpand/getUserAndAllPointRank';
const cheersRoute = 'POST /wallet/api/v1/userExpand/getUsersCallRank';

/** A fan in a ranking; the score is Points, or tickets cheered with. */
type RankedFan = Marks & {
  readonly rank: number;
  readonly nickname: string;
  readonly avatarUrl: string;
  readonly score: number;
  readonly isMe: boolean;
};
type MyPlace = Omit<RankedFan, 'rank'> & { readonly rank: number | null };
type FanRanking = ListPage<RankedFan> & {
  readonly mine: MyPlace | null;
  /** The end of the week that is counted; null for what ends with the election, or never. */
  readonly endsAt: string | null;
};

/** The score by which fans are ranked: Points of this week, of all time, or tickets cheered with in an election. */
export type FanBoard = 'thisWeek' | 'allTime' | 'cheers';

/** Loads all fans in the order of a board; each page includes the fan's own place. Cheers are those of the activity. */
export function useFanRanking(board: FanBoard, activityId: string | null | undefined): PagedBy<FanRanking> {
  const accountId = useAccountId();
  const ofActivity = board === 'cheers' ? activityId : null;
  return usePagedList({
    queryKey: [...queryKeys.fanRanking, board, ofActivity, accountId],
    order: 'other',
    fetchPage: (paging, signal) =>
      board === 'cheers' ? fetchCheers(activityId ?? '', paging, signal) : fetchPoints(board, paging, signal),
    enabled: board !== 'cheers' || Boolean(activityId),
  });
}

async function fetchPoints(span: 'thisWeek' | 'allTime', paging: Paging, signal: AbortSignal): Promise<FanRanking> {
  const ranking = await call(pointsRoute, { body: { span, ...paging } }, { signal });
  const withScore = <F extends PointsOf>({ points, ...fan }: F) => ({ ...fan, score: points });
  return { ...ranking, list: ranking.list.map(withScore), mine: ranking.mine && withScore(ranking.mine) };
}

async function fetchCheers(periods: string, paging: Paging, signal: AbortSignal): Promise<FanRanking> {
  const ranking = await call(cheersRoute, { body: { periods, ...paging } }, { signal });
  const withScore = <F extends TicketsOf>({ tickets, ...fan }: F) => ({ ...fan, score: tickets });
  return { ...ranking, list: ranking.list.map(withScore), mine: ranking.mine && withScore(ranking.mine), endsAt: null };
}

type PointsOf = Pick<DataOf<Contract[typeof pointsRoute]>['list'][number], 'points'>;
type TicketsOf = Pick<DataOf<Contract[typeof cheersRoute]>['list'][number], 'tickets'>;

type PodiumPlace = {
  readonly column: string;
  readonly picture: string;
  readonly block: string;
  readonly delayMs: number;
};

/** Seen from the hall: second on the left, first in the middle and highest, third on the right. They rise 3-2-1. */
const places: readonly PodiumPlace[] = [
  { column: 'order-2', picture: 'size-22', block: 'h-18', delayMs: 280 },
  { column: 'order-1', picture: 'size-18', block: 'h-12', delayMs: 140 },
  { column: 'order-3', picture: 'size-18', block: 'h-8', delayMs: 0 },
];

const podiumMedals = ['', 'medal-1', 'medal-2', 'medal-3'];

type FanPodiumProps = {
  /** Undefined while they are not known. */
  fans: readonly RankedFan[] | undefined;
  /** The unit of a score. */
  unit: MessageId;
};

/** Shows the best fans of a board, on their steps. Lives on a stage. */
export function FanPodium({ fans, unit }: FanPodiumProps): ReactNode {
  const t = useText();
  return (
    <ol aria-label={t('podium.label')} className="grid min-h-52 grid-cols-[1fr_1.12fr_1fr] items-end gap-2.5">
      {places.map((place, index) => (
        <li key={place.column} className={`min-w-0 ${place.column}`}>
          <Step place={place} fan={fans?.[index]} unit={unit} isLoading={!fans} />
        </li>
      ))}
    </ol>
  );
}

type StepProps = { place: PodiumPlace; fan: RankedFan | undefined; unit: MessageId; isLoading: boolean };

function Step({ place, fan, unit, isLoading }: StepProps): ReactNode {
  const t = useText();
  const block = <span className={`mt-2 block rounded-t-tile bg-linear-to-b from-white/25 to-white/5 ${place.block}`} />;
  if (!fan) {
    return (
      <>
        {isLoading ? <Skeleton className={`mx-auto rounded-full opacity-40 ${place.picture}`} /> : null}
        {block}
      </>
    );
  }
  // Equal scores share a rank, so the second step may hold a first place too.
  const medal = podiumMedals[fan.rank] ?? '';
  return (
    <div className="rise text-center text-white" style={{ animationDelay: `${place.delayMs}ms` }}>
      <span className={`relative mx-auto block w-fit rounded-full p-[3px] shadow-lift ${medal}`}>
        <Portrait src={fan.avatarUrl} width={88} height={88} lazy={false} className={`rounded-full ${place.picture}`} />
        <span
          aria-hidden="true"
          className={
            'num absolute -bottom-3 left-1/2 grid size-7 -translate-x-1/2 place-content-center rounded-full ' +
            `text-small font-extrabold text-medal shadow-lift ${medal}`
          }
        >
          {fan.rank}
        </span>
      </span>
      <span className="sr-only">{t('votes.rank', { rank: fan.rank })}</span>
      <Name className="mt-4 block truncate px-1 text-small font-bold">{fan.nickname}</Name>
      <FanMarks level={fan.level} badge={fan.badge} />
      <p className="text-caption font-medium">
        <RollingNumber value={fan.score} /> {t(unit)}
      </p>
      {block}
    </div>
  );
}
