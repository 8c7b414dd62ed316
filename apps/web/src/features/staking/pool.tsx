import { type ReactNode, useCallback, useId, useSyncExternalStore } from 'react';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { watchUntil } from '#/lib/clock/scheduled-refetch.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { formatShare } from '#/lib/format/format-share.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import type { ComingWeek, StakingInfo } from './staking-queries.ts';
import { CoinGold, StarCoins } from './star-coins.tsx';
import { partOf, useStakingTimes, useStakingZone } from './staking-facts.ts';

const size = 264;
const middle = size / 2;
const radius = 112;
const days = 7;
/** The colours of the lightsticks in the crowd. */
const colours = ['#ff8fb8', '#a99bff', '#7de3d0', '#ffd86b'] as const;

type PoolRingProps = {
  /** The week on show; without one the ring is dark. */
  week: Pick<ComingWeek, 'startsAt' | 'endsAt' | 'pool'> | null;
  /** The content in the middle. */
  children: ReactNode;
};

/** Shows a ring of seven lights around the pool: one more is lit each day of the week. */
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
        className={
          'absolute inset-0 grid place-content-center ' +
          `justify-items-center px-12 text-center ${week ? 'pb-12' : ''}`
        }
      >
        {children}
      </div>
    </div>
  );
}

/** Shows the pool in the middle of its ring. */
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

/**
 * Returns the day of a week from 1 to 7; 0 before it begins. The week in which clocks change has days a little longer
 * or shorter.
 */
function dayOfWeek({ startsAt, endsAt }: Pick<ComingWeek, 'startsAt' | 'endsAt'>, nowMs: number): number {
  const fromMs = Date.parse(startsAt);
  if (nowMs < fromMs) return 0;
  return Math.min(days, 1 + Math.floor(((nowMs - fromMs) / (Date.parse(endsAt) - fromMs)) * days));
}

/** Shows this week's pool and the next one's, with the fan's part and the expected bonus. */
export function WeeksCard({ info: { current, next } }: { info: StakingInfo }): ReactNode {
  const t = useText();
  const { moment } = useStakingTimes();
  return (
    <div className="space-y-3">
      <p className="-mt-1 text-caption text-mute">{useStakingZone()}</p>
      {current ? (
        <Week week={current} title={t('stake.thisWeek')} when={t('stake.sharedOn', { when: moment(current.endsAt) })} />
      ) : (
        <p className="rounded-tile bg-bg p-4 text-small text-mute">{t('stake.noPoolNow')}</p>
      )}
      {next ? (
        <Week week={next} title={t('stake.nextWeek')} when={t('stake.beginsOn', { when: moment(next.startsAt) })} />
      ) : null}
    </div>
  );
}

type WeekProps = { week: ComingWeek; title: string; when: string };

function Week({ week, title, when }: WeekProps): ReactNode {
  const t = useText();
  const { pool, stakers, mine } = week;
  return (
    <section aria-label={title} className="rounded-tile bg-bg p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-body font-bold">{title}</h3>
          <p className="num text-caption text-mute">{when}</p>
        </div>
        <p className="num inline-flex shrink-0 items-center gap-1 text-title font-extrabold text-warn">
          <StarIcon size={18} filled />
          {formatNumber(pool)}
          <span className="sr-only">{t('stake.inPool')}</span>
        </p>
      </div>
      <p className="num mt-2 text-small text-mute">
        {stakers === 0 ? t('stake.noStakers') : t('stake.stakers', { count: stakers })}
      </p>
      {mine ? <MyWeek week={week} mine={mine} /> : null}
    </section>
  );
}

const unknownTexts = ['stake.estimateUnknown', 'stake.estimateUnknownText'] as const;
const closedTexts = ['stake.estimateClosed', 'stake.estimateClosedText'] as const;
const openTexts = ['stake.estimate', 'stake.estimateText'] as const;

type MyWeekProps = Pick<WeekProps, 'week'> & { mine: NonNullable<ComingWeek['mine']> };

function MyWeek({ week, mine }: MyWeekProps): ReactNode {
  const t = useText();
  const { isClosed, totalWeight } = week;
  if (mine.staked === 0) {
    return <p className="mt-2 text-small text-pretty">{t(isClosed ? 'stake.notInClosed' : 'stake.notInOpen')}</p>;
  }
  const part = partOf(mine.weight, totalWeight);
  const share = formatShare(part);
  const points = mine.estimate;
  const texts = points === null ? unknownTexts : isClosed ? closedTexts : openTexts;
  return (
    <div className="mt-3">
      <p className="num flex flex-wrap justify-between gap-x-3 text-small font-semibold">
        <span>{t('stake.myStaked', { points: mine.staked })}</span>
        <span>{t('stake.myPart', { share })}</span>
      </p>
      <ProgressBar
        className="mt-1.5 bg-raise"
        label={t('stake.myPartLabel')}
        value={share}
        done={Math.round(part * 1000)}
        total={1000}
      />
      <div className="mt-3 flex items-center gap-3 rounded-control bg-surface p-3">
        <span className="grid size-9 shrink-0 place-content-center rounded-full bg-brand-soft text-brand">
          <GiftIcon size={19} />
        </span>
        <div className="min-w-0">
          <p className="num text-small font-bold">{t(texts[0], { points: points ?? 0 })}</p>
          <p className="num text-caption text-pretty text-mute">{t(texts[1])}</p>
        </div>
      </div>
    </div>
  );
}
