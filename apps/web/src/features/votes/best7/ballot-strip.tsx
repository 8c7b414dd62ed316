import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import { pointsAt } from './lineup.ts';
import { PlaceBadge } from './place-badge.tsx';

export type BallotFace = { readonly idolId: string; readonly name: string; readonly portraitUrl: string };

/** The seven of a ballot side by side, the first largest in points; their names stand below in the same order. */
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
