import type { ReactNode } from 'react';
import type { Standing, Team } from '#/features/elections/standings.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** About as many as a phone shows at first. */
const firstTiles = 6;

const columns = 'grid grid-cols-[repeat(auto-fill,minmax(5.4rem,1fr))] gap-2.5';

type IdolGridProps = {
  standings: readonly Standing[];
  teams: readonly Team[] | undefined;
  onOpen: (idolId: string) => void;
};

/** Idols side by side. Tiles out of sight cost no layout or paint, so hundreds of them scroll like a few. */
export function IdolGrid({ standings, teams, onOpen }: IdolGridProps): ReactNode {
  const t = useText();
  const colours = new Map(teams?.map(({ teamId, colour }) => [teamId, colour]));
  return (
    <ul aria-label={t('search.results')} className={columns}>
      {standings.map((standing, index) => (
        <li key={standing.idolId} className="[contain-intrinsic-size:auto_196px] [content-visibility:auto]">
          <IdolTile
            standing={standing}
            teamColour={colours.get(standing.teamId)}
            isFirst={index < firstTiles}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  );
}

/** The grid before the idols are there, in its final geometry. */
export function IdolGridSkeleton({ count = 9 }: { count?: number }): ReactNode {
  return (
    <LoadingRegion className={columns}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-[196px] rounded-tile" />
      ))}
    </LoadingRegion>
  );
}

type IdolTileProps = {
  standing: Standing;
  /** The team's colour, dark enough to carry white text. */
  teamColour: string | undefined;
  isFirst: boolean;
  onOpen: (idolId: string) => void;
};

const medals = ['', 'medal-1 text-medal', 'medal-2 text-medal', 'medal-3 text-medal'];

/** An idol among others: her portrait in her team's colour, her place and her votes. */
function IdolTile({ standing, teamColour, isFirst, onOpen }: IdolTileProps): ReactNode {
  const t = useText();
  const { idolId, name, number, rank, votes, portraitUrl } = standing;
  return (
    <button
      type="button"
      onClick={() => onOpen(idolId)}
      className="press flex w-full flex-col overflow-hidden rounded-tile bg-surface text-left focus-visible:-outline-offset-3"
    >
      <span className="relative block w-full">
        <Portrait src={portraitUrl} width={120} height={144} lazy={!isFirst} className="aspect-5/6 w-full" />
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
        <Name className="block text-small font-bold">{name}</Name>
        <span className="num block text-caption text-mute">
          {formatNumber(votes)} {t('votes.unit', { count: votes })}
        </span>
      </span>
    </button>
  );
}
