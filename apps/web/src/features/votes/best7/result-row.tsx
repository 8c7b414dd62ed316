import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import type { Idol } from '../standings.ts';
import { lineupSize, pointsAt } from './lineup.ts';
import type { Best7Standing } from './use-best7.ts';

type ResultRowProps = {
  standing: Best7Standing;
  idol: Idol;
  /** The points of the first, by which the bars are drawn. */
  most: number;
  /** Her place on the fan's own ballot, counted from 0; -1 when she is not on it. */
  myPlace: number;
};

/** One idol's points, as a number and as a bar beside the first one's. */
export function ResultRow({ standing, idol, most, myPlace }: ResultRowProps): ReactNode {
  const t = useText();
  const { rank, points, firstPlaces } = standing;
  const isMine = myPlace !== -1;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span
        className={`num w-6 shrink-0 text-center text-title font-extrabold ${rank > lineupSize ? 'text-mute' : ''}`}
      >
        {rank}
      </span>
      <Portrait src={idol.portraitUrl} width={44} height={44} className="size-11 rounded-full" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-2">
          <p className="truncate font-bold">{idol.name}</p>
          <p className="num shrink-0 font-extrabold">{t('best7.points', { points })}</p>
        </div>
        <div aria-hidden="true" className="mt-1 h-2.5 overflow-hidden rounded-full bg-raise">
          <div
            className={`h-full rounded-full ${isMine ? 'action' : ''}`}
            style={{
              width: `${most > 0 ? (points / most) * 100 : 0}%`,
              ...(isMine ? {} : { background: 'var(--mute)', opacity: 0.5 }),
            }}
          />
        </div>
        <p className="num mt-1 flex flex-wrap justify-between gap-x-2 text-caption text-mute">
          <span>{t('best7.firstPlaces', { count: firstPlaces })}</span>
          {isMine ? (
            <span className="font-semibold text-brand">
              {t('best7.yours', { place: myPlace + 1, points: pointsAt(myPlace) })}
            </span>
          ) : null}
        </p>
      </div>
    </li>
  );
}
