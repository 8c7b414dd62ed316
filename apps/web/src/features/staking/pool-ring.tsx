import { type ReactNode, useCallback, useId, useSyncExternalStore } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { watchUntil } from '#/lib/clock/watch-until.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { ComingWeek } from './staking-queries.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';

const size = 264;
const middle = size / 2;
const radius = 112;
const days = 7;
/** The colours of the lightsticks in the crowd. */
const colours = ['#ff8fb8', '#a99bff', '#7de3d0', '#ffd86b'] as const;

type PoolRingProps = {
  /** The week on show; without one the ring is dark. */
  week: Pick<ComingWeek, 'startsAt' | 'endsAt' | 'pool'> | null;
  /** What is in the middle. */
  children: ReactNode;
};

/** A ring of seven lights around the pool: one more is lit each day of the week. */
export function PoolRing({ week, children }: PoolRingProps): ReactNode {
  const id = useId();
  const endsAt = week?.endsAt;
  const subscribe = useCallback((look: () => void) => watchUntil(endsAt, look), [endsAt]);
  const read = () => (week ? dayOfWeek(week, serverNowMs()) : 0);
  const day = useSyncExternalStore(subscribe, read, read);
  return (
    <div className="relative mx-auto w-fit">
      <svg viewBox={`0 0 ${size} ${size}`} width={size} height={size} aria-hidden="true" className="block max-w-full">
        <defs>
          <CoinGold id={`${id}-gold`} />
          {colours.map((colour) => (
            <radialGradient key={colour} id={`${id}-${colour}`}>
              <stop stopColor={colour} stopOpacity="0.85" />
              <stop offset="1" stopColor={colour} stopOpacity="0" />
            </radialGradient>
          ))}
          <radialGradient id={`${id}-pool`}>
            <stop stopColor="#ffd86b" stopOpacity="0.34" />
            <stop offset="1" stopColor="#ffd86b" stopOpacity="0" />
          </radialGradient>
        </defs>
        {week ? <circle cx={middle} cy={middle} r={radius - 6} fill={`url(#${id}-pool)`} /> : null}
        <circle cx={middle} cy={middle} r={radius} fill="none" stroke="#fff" strokeOpacity=".18" strokeWidth="2" />
        {Array.from({ length: days }, (_, index) => (
          <Bulb key={index} index={index} isLit={index < day} isToday={index === day - 1} name={id} />
        ))}
        {week ? (
          <>
            <StarCoins x={middle - 46} floor={206} count={1} fill={`${id}-gold`} />
            <StarCoins x={middle + 46} floor={206} count={1} fill={`${id}-gold`} />
            <StarCoins x={middle} floor={212} count={2} fill={`${id}-gold`} />
          </>
        ) : null}
      </svg>
      <div
        className={`absolute inset-0 grid place-content-center justify-items-center px-12 text-center ${week ? 'pb-12' : ''}`}
      >
        {children}
      </div>
    </div>
  );
}

/** The pool in the middle of its ring. */
export function PoolFigure({ title, pool }: { title: string; pool: number }): ReactNode {
  const t = useText();
  return (
    <>
      <p className="text-small font-bold text-gold">{title}</p>
      <p className="num text-score font-extrabold">{formatNumber(pool)}</p>
      <p className="text-small font-semibold">{t('points.unit')}</p>
    </>
  );
}

type BulbProps = { index: number; isLit: boolean; isToday: boolean; name: string };

function Bulb({ index, isLit, isToday, name }: BulbProps): ReactNode {
  // From the top, clockwise.
  const angle = ((index + 0.5) / days) * 2 * Math.PI - Math.PI / 2;
  const x = middle + radius * Math.cos(angle);
  const y = middle + radius * Math.sin(angle);
  const colour = colours[index % colours.length] ?? colours[0];
  if (!isLit) return <circle cx={x} cy={y} r="8" fill="#2b1458" stroke="#fff" strokeOpacity=".4" strokeWidth="2" />;
  return (
    <>
      <circle cx={x} cy={y} r={isToday ? 20 : 17} fill={`url(#${name}-${colour})`} />
      <circle cx={x} cy={y} r={isToday ? 10.5 : 8.5} fill={colour} />
      <circle cx={x - 2.6} cy={y - 2.8} r="2.4" fill="#fff" opacity=".9" />
    </>
  );
}

/** The day of a week from 1 to 7; 0 before it begins. The week in which clocks change has days a little longer or shorter. */
function dayOfWeek({ startsAt, endsAt }: Pick<ComingWeek, 'startsAt' | 'endsAt'>, nowMs: number): number {
  const fromMs = Date.parse(startsAt);
  if (nowMs < fromMs) return 0;
  return Math.min(days, 1 + Math.floor(((nowMs - fromMs) / (Date.parse(endsAt) - fromMs)) * days));
}
