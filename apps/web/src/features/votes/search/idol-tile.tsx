import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import type { Standing } from '../standings.ts';

type IdolTileProps = {
  standing: Standing;
  /** The team's colour, dark enough to carry white text. */
  teamColour: string | undefined;
  onOpen: (idolId: string) => void;
};

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** An idol among others: her portrait in her team's colour, her place and her votes. */
export function IdolTile({ standing, teamColour, onOpen }: IdolTileProps): ReactNode {
  const t = useText();
  const { idolId, name, number, rank, votes, portraitUrl } = standing;
  return (
    <button
      type="button"
      onClick={() => onOpen(idolId)}
      className="press flex w-full flex-col overflow-hidden rounded-tile bg-surface text-left focus-visible:-outline-offset-3"
    >
      <span className="relative block w-full">
        <Portrait src={portraitUrl} width={120} height={144} className="aspect-5/6 w-full" />
        <span
          className={`num absolute top-1.5 left-1.5 grid h-6 min-w-6 place-content-center rounded-full px-1.5 text-caption font-extrabold ${
            medals[rank] ?? 'bg-black/60 text-white'
          }`}
        >
          <span aria-hidden="true">{rank}</span>
          <span className="sr-only">{t('votes.rank', { rank })}</span>
        </span>
        <span
          className="num absolute right-0 bottom-0 rounded-tl-control bg-black px-2 py-0.5 text-caption font-bold text-white"
          style={{ background: teamColour }}
        >
          {t('idol.number', { number })}
        </span>
      </span>
      <span aria-hidden="true" className="block h-1 w-full bg-line" style={{ background: teamColour }} />
      <span className="block w-full px-2.5 pt-2 pb-2.5">
        <span className="block truncate text-small font-bold">{name}</span>
        <span className="num block truncate text-caption text-mute">
          {formatNumber(votes)} {t('votes.unit', { count: votes })}
        </span>
      </span>
    </button>
  );
}
