import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { Standing, Team } from '../standings.ts';
import { IdolTile } from './idol-tile.tsx';

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
      {standings.map((standing) => (
        <li key={standing.idolId} className="[contain-intrinsic-size:auto_196px] [content-visibility:auto]">
          <IdolTile standing={standing} teamColour={colours.get(standing.teamId)} onOpen={onOpen} />
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
