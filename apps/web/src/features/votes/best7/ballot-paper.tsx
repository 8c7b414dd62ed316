import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import type { Idol } from '../standings.ts';
import { pointsAt } from './lineup.ts';
import { PlaceBadge } from './place-badge.tsx';

/** A ballot as it is cast: who stands where, and what each place gives. */
export function BallotPaper({ idols }: { idols: readonly Idol[] }): ReactNode {
  const t = useText();
  return (
    <ol className="divide-y divide-line rounded-tile bg-raise px-4">
      {idols.map((idol, index) => (
        <li key={idol.idolId} className="flex items-center gap-3 py-1.5">
          <PlaceBadge index={index} />
          <Portrait src={idol.portraitUrl} width={36} height={36} className="size-9 rounded-full" />
          <span className="min-w-0 flex-1 truncate font-bold">{idol.name}</span>
          <span className="num shrink-0 text-small font-semibold text-mute">
            {t('best7.points', { points: pointsAt(index) })}
          </span>
        </li>
      ))}
    </ol>
  );
}
