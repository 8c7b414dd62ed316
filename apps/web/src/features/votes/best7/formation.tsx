import type { ReactNode } from 'react';
import { Portrait } from '#/ui/portrait.tsx';
import type { Idol } from '../standings.ts';
import { PlaceBadge } from './place-badge.tsx';

/** Seen from the hall: the places of the back row, then of the front row with the first in the middle. */
const rows = [
  { places: [5, 3, 4, 6], size: 'size-15' },
  { places: [1, 0, 2], size: 'size-21' },
] as const;

/**
 * The seven as they would stand on the stage, with a mark on the floor for everyone still missing. The list of the
 * lineup says the same in words.
 */
export function Formation({ idols }: { idols: readonly Idol[] }): ReactNode {
  return (
    <div aria-hidden="true" className="space-y-1 pb-2">
      {rows.map(({ places, size }) => (
        <div key={size} className="flex justify-center gap-3.5">
          {places.map((index) => (
            <Spot key={index} index={index} idol={idols[index]} size={index === 0 ? 'size-25' : size} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Spot({ index, idol, size }: { index: number; idol: Idol | undefined; size: string }): ReactNode {
  return (
    <span className={`relative shrink-0 self-end ${size}`}>
      {idol ? (
        <>
          <Portrait
            key={idol.idolId}
            src={idol.portraitUrl}
            width={100}
            height={100}
            lazy={false}
            className="rise size-full rounded-full border-3 border-white shadow-lift"
          />
          <PlaceBadge index={index} className="absolute right-0 bottom-0" />
        </>
      ) : (
        <span className="num grid size-full place-content-center rounded-full border-2 border-dashed border-white/50 bg-white/10 text-title font-extrabold text-white/80">
          {index + 1}
        </span>
      )}
    </span>
  );
}
