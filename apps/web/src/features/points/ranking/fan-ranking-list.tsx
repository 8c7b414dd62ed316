import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button-style.ts';
import { Empty } from '#/ui/empty.tsx';
import { TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { RecordSkeleton } from '#/ui/record-skeleton.tsx';
import type { Board, RankedFan, useFanRanking } from './use-fan-ranking.ts';

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** What an empty board says, and the way to its first place. */
const firstPlace = {
  thisWeek: { text: 'fanRanking.nobodyThisWeek', to: '/task', way: 'myAssets.earnPoints' },
  allTime: { text: 'fanRanking.nobody', to: '/task', way: 'myAssets.earnPoints' },
  cheers: { text: 'fanRanking.nobodyCheers', to: '/vote-activity', way: 'fanRanking.goCheer' },
} as const;

/** All fans of a board; the fan's own row stands out. */
export function FanRankingList({ board, pages }: { board: Board; pages: ReturnType<typeof useFanRanking> }): ReactNode {
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

function FanRow({ fan: { rank, nickname, avatarUrl, score, isMe } }: { fan: RankedFan }): ReactNode {
  const t = useText();
  return (
    <div className="flex min-h-16 items-center gap-3 py-2">
      <span
        className={`num grid h-7 min-w-7 shrink-0 place-content-center rounded-full px-1 text-small font-extrabold ${medals[rank] ?? 'text-mute'}`}
      >
        <span className="sr-only">{t('votes.rank', { rank })}</span>
        <span aria-hidden="true">{rank}</span>
      </span>
      <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
      <p className="flex min-w-0 flex-1 items-center gap-1.5">
        <span className="truncate font-semibold">{nickname}</span>
        {isMe ? <Badge tone="brand">{t('fanRanking.me')}</Badge> : null}
      </p>
      <span className="num shrink-0 font-extrabold">{formatNumber(score)}</span>
    </div>
  );
}
