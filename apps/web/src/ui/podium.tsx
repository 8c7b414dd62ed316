import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Name } from './name.tsx';
import { Portrait } from './portrait.tsx';
import { RollingNumber } from './rolling-number.tsx';
import { Skeleton } from './skeleton.tsx';

type PodiumEntry = {
  readonly id: string;
  readonly name: string;
  readonly portraitUrl: string;
  readonly votes: number;
  /** Two may share a place. */
  readonly rank: number;
};

type PodiumProps = {
  /** First, second, third. */
  entries: readonly PodiumEntry[];
  /** Names in a word what a press does. */
  action: string;
  onPick: (id: string) => void;
  lazy?: boolean;
};

type PodiumPlace = { column: string; medal: string; picture: string; block: string; delayMs: number };

/**
 * Seen from the hall: second on the left, first in the middle and highest, third on the right. They rise 3-2-1. Each has its
 * column before the others have come.
 */
const places: readonly PodiumPlace[] = [
  { column: 'col-start-2', medal: 'medal-1', picture: 'aspect-[5/6.6]', block: 'h-27', delayMs: 280 },
  { column: 'col-start-1', medal: 'medal-2', picture: 'aspect-[5/6]', block: 'h-20', delayMs: 140 },
  { column: 'col-start-3', medal: 'medal-3', picture: 'aspect-[5/6]', block: 'h-16', delayMs: 0 },
];

/** Shows the three best on their steps. Lives on a stage. */
export function Podium({ entries, action, onPick, lazy = false }: PodiumProps): ReactNode {
  return (
    <ol className="podium grid grid-cols-[1fr_1.12fr_1fr] items-end gap-2.5">
      {entries.slice(0, places.length).map((entry, index) => {
        const place = places[index];
        if (!place) return null;
        const { medal, block } = places[entry.rank - 1] ?? place;
        return (
          <PodiumStep
            key={entry.id}
            entry={entry}
            rank={entry.rank}
            place={{ ...place, medal }}
            block={block}
            action={action}
            onPick={onPick}
            lazy={lazy}
          />
        );
      })}
    </ol>
  );
}

type PodiumStepProps = Required<Pick<PodiumProps, 'action' | 'onPick' | 'lazy'>> & {
  entry: PodiumEntry;
  rank: number;
  place: PodiumPlace;
  block: string;
};

function PodiumStep({ entry, rank, place, block, action, onPick, lazy }: PodiumStepProps): ReactNode {
  const t = useText();
  return (
    <li className={`rise row-start-1 min-w-0 ${place.column}`} style={{ animationDelay: `${place.delayMs}ms` }}>
      <button type="button" className="press block w-full text-center text-white" onClick={() => onPick(entry.id)}>
        <span className={`podium-frame relative mx-auto block rounded-[22px] p-[3px] shadow-lift ${place.medal}`}>
          <Portrait
            hasWideCutOut
            src={entry.portraitUrl}
            width={200}
            height={240}
            lazy={lazy}
            className={`w-full rounded-[19px] ${place.picture}`}
          />
          {/* On the picture and not on the step, which the crowd's lights stand in front of. */}
          <span
            aria-hidden="true"
            className={
              'num absolute -bottom-3.5 left-1/2 grid size-7 -translate-x-1/2 place-content-center ' +
              `rounded-full text-small font-extrabold text-medal shadow-lift ${place.medal}`
            }
          >
            {rank}
          </span>
        </span>
        <Name className="relative mt-5 block truncate px-1 text-small font-bold">{entry.name}</Name>
        <span className="relative block text-caption font-medium">
          <RollingNumber value={entry.votes} /> {t('votes.unit', { count: entry.votes })}
        </span>
        <span className={`podium-block mt-2 block rounded-t-tile bg-linear-to-b from-white/25 to-white/5 ${block}`}>
          <span className="sr-only">{t('votes.rank', { rank })}</span>
          <span
            className={`mt-2.5 inline-flex min-h-7 items-center rounded-full bg-black/30 px-3 text-caption font-bold`}
          >
            {action}
          </span>
        </span>
      </button>
    </li>
  );
}

const skeletonPlaces = [
  { column: 'col-start-2', picture: 'aspect-[5/6.6]', block: 'h-27' },
  { column: 'col-start-1', picture: 'aspect-[5/6]', block: 'h-20' },
  { column: 'col-start-3', picture: 'aspect-[5/6]', block: 'h-16' },
];

export function PodiumSkeleton(): ReactNode {
  return (
    <div aria-hidden="true" className="podium grid grid-cols-[1fr_1.12fr_1fr] items-end gap-2.5">
      {skeletonPlaces.map(({ column, picture, block }) => (
        <div key={column} className={`row-start-1 ${column}`}>
          <div className="podium-frame p-[3px]">
            <Skeleton className={`w-full rounded-[19px] ${picture}`} />
          </div>
          <Skeleton className="mx-auto mt-5 h-5 w-20 rounded-full" />
          <div className="h-4" />
          <div className={`podium-block mt-2 rounded-t-tile bg-linear-to-b from-white/15 to-white/5 ${block}`} />
        </div>
      ))}
    </div>
  );
}
