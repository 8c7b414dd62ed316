import type { ReactNode } from 'react';
import { pointsAt } from './lineup.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';

/** Whom a ballot names, also an idol who has withdrawn. */
export type BallotFace = { readonly idolId: string; readonly name: string; readonly portraitUrl: string };

/** Seen from the hall: the places of the back row, then of the front row with the first in the middle. */
const rows = [
  { places: [5, 3, 4, 6], size: 'size-15' },
  { places: [1, 0, 2], size: 'size-21' },
] as const;

/** The seven on a stage, with a mark for each missing one. The lineup's list has the same content in words. */
export function Formation({ idols }: { idols: readonly BallotFace[] }): ReactNode {
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

function Spot({ index, idol, size }: { index: number; idol: BallotFace | undefined; size: string }): ReactNode {
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

const medals = ['medal-1', 'medal-2', 'medal-3'];

/** The place in the lineup, from 0, as a medal; decorative, because the adjacent text has the same content. */
export function PlaceBadge({ index, className = '' }: { index: number; className?: string }): ReactNode {
  const look = medals[index];
  return (
    <span
      aria-hidden="true"
      className={`num grid size-6 place-content-center rounded-full text-[13px] font-extrabold shadow-card ${
        look ? `${look} text-medal` : 'bg-ink text-bg'
      } ${className}`}
    >
      {index + 1}
    </span>
  );
}

/** The seven of a ballot side by side, the first largest; their names follow below in the same order. */
export function BallotStrip({ faces }: { faces: readonly BallotFace[] }): ReactNode {
  const t = useText();
  return (
    <>
      <ol className="flex gap-1.5">
        {faces.map(({ idolId, name, portraitUrl }, index) => (
          <li key={idolId} className="relative min-w-0 flex-1 pb-2">
            <Portrait src={portraitUrl} width={44} height={44} className="aspect-square h-auto w-full rounded-full" />
            <PlaceBadge index={index} className="absolute right-0 bottom-0" />
            <span className="sr-only">{t('best7.placeOf', { place: index + 1, name, points: pointsAt(index) })}</span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="mt-2 text-caption text-pretty text-mute">
        {faces.map(({ name }) => name).join(' · ')}
      </p>
    </>
  );
}
