import type { ReactNode } from 'react';
import { formatShare } from '#/lib/format/format-share.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { StarIcon } from '#/ui/icons/shell-icons.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { partOf } from './part-of-week.ts';
import type { ComingWeek, StakingInfo } from './staking-queries.ts';
import { useStakingTimes, useStakingZone } from './staking-times.ts';

/** This week's pool and the next one's, with the fan's part and what it comes to if nothing changes. */
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
