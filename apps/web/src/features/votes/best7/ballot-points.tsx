import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { lineupSize, pointsAt } from './lineup.ts';
import { PlaceBadge } from './place-badge.tsx';

/** What each place of a ballot is worth, as bars. */
export function BallotPoints(): ReactNode {
  const t = useText();
  return (
    <ol className="flex items-end gap-1.5">
      {Array.from({ length: lineupSize }, (_, index) => {
        const points = pointsAt(index);
        return (
          <li key={points} className="flex min-w-0 flex-1 flex-col items-center gap-1.5">
            <span className="sr-only">{t('best7.placeWorth', { place: index + 1, points })}</span>
            <span aria-hidden="true" className="num text-small font-extrabold">
              {points}
            </span>
            <span
              aria-hidden="true"
              className={`w-full rounded-control ${index < 3 ? 'action' : 'bg-raise'}`}
              style={{ height: points * 13 }}
            />
            <PlaceBadge index={index} />
          </li>
        );
      })}
    </ol>
  );
}
