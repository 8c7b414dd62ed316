import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import type { Board, MyPlace } from './use-fan-ranking.ts';

/** The fan's own place, above the navigation however far the list is read. */
export function MyPlaceBar({ board, mine }: { board: Board; mine: MyPlace }): ReactNode {
  const t = useText();
  const { rank, nickname, avatarUrl, score } = mine;
  return (
    <aside
      aria-label={t('fanRanking.myPlace')}
      className="fixed inset-x-0 z-30 mx-auto w-full max-w-[448px] px-3"
      style={{ bottom: 'calc(var(--nav-height) + var(--safe-bottom) + 8px)' }}
    >
      <div className="flex items-center gap-3 rounded-tile border border-line bg-surface/95 p-2.5 pr-4 shadow-lift backdrop-blur-xl">
        <span className="num min-w-10 text-center text-title font-extrabold text-brand">
          {rank === null ? '–' : `#${formatNumber(rank)}`}
        </span>
        <Portrait src={avatarUrl} width={44} height={44} className="size-11 rounded-full" />
        <div className="min-w-0 flex-1">
          <p className="truncate font-bold">{nickname}</p>
          <p className="truncate text-caption text-mute">{t(placeText(board, mine))}</p>
        </div>
        <span className="num font-extrabold">{formatNumber(score)}</span>
      </div>
    </aside>
  );
}

function placeText(board: Board, { rank, score }: MyPlace) {
  if (rank !== null) return 'fanRanking.myPlace';
  if (score > 0) return 'fanRanking.farBelow';
  return board === 'cheers' ? 'fanRanking.cheersNotYet' : 'fanRanking.notYet';
}
