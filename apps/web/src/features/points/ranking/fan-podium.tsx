import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Portrait } from '#/ui/portrait.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import type { RankedFan } from './use-fan-ranking.ts';

type Place = { readonly column: string; readonly picture: string; readonly block: string; readonly delayMs: number };

/** Seen from the hall: second on the left, first in the middle and highest, third on the right. They rise 3-2-1. */
const places: readonly Place[] = [
  { column: 'order-2', picture: 'size-22', block: 'h-18', delayMs: 280 },
  { column: 'order-1', picture: 'size-18', block: 'h-12', delayMs: 140 },
  { column: 'order-3', picture: 'size-18', block: 'h-8', delayMs: 0 },
];

const medals = ['', 'medal-1', 'medal-2', 'medal-3'];

type FanPodiumProps = {
  /** Undefined while they are not known. */
  fans: readonly RankedFan[] | undefined;
  /** What a score counts. */
  unit: MessageId;
};

/** The best fans of a board, on their steps. Lives on a stage. */
export function FanPodium({ fans, unit }: FanPodiumProps): ReactNode {
  const t = useText();
  return (
    <ol aria-label={t('podium.label')} className="grid min-h-52 grid-cols-[1fr_1.12fr_1fr] items-end gap-2.5">
      {places.map((place, index) => (
        <li key={place.column} className={`min-w-0 ${place.column}`}>
          <Step place={place} fan={fans?.[index]} unit={unit} isLoading={!fans} />
        </li>
      ))}
    </ol>
  );
}

type StepProps = { place: Place; fan: RankedFan | undefined; unit: MessageId; isLoading: boolean };

function Step({ place, fan, unit, isLoading }: StepProps): ReactNode {
  const t = useText();
  const block = <span className={`mt-2 block rounded-t-tile bg-linear-to-b from-white/25 to-white/5 ${place.block}`} />;
  if (!fan) {
    return (
      <>
        {isLoading ? <Skeleton className={`mx-auto rounded-full opacity-40 ${place.picture}`} /> : null}
        {block}
      </>
    );
  }
  // Equal scores share a rank, so the second step may hold a first place too.
  const medal = medals[fan.rank] ?? '';
  return (
    <div className="rise text-center text-white" style={{ animationDelay: `${place.delayMs}ms` }}>
      <span className={`relative mx-auto block w-fit rounded-full p-[3px] shadow-lift ${medal}`}>
        <Portrait src={fan.avatarUrl} width={88} height={88} lazy={false} className={`rounded-full ${place.picture}`} />
        <span
          aria-hidden="true"
          className={`num absolute -bottom-3 left-1/2 grid size-7 -translate-x-1/2 place-content-center rounded-full text-small font-extrabold text-medal shadow-lift ${medal}`}
        >
          {fan.rank}
        </span>
      </span>
      <span className="sr-only">{t('votes.rank', { rank: fan.rank })}</span>
      <p className="mt-4 truncate px-1 text-small font-bold">{fan.nickname}</p>
      <p className="text-caption font-medium">
        <RollingNumber value={fan.score} /> {t(unit)}
      </p>
      {block}
    </div>
  );
}
