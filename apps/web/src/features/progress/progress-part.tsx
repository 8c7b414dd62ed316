import type { ReactNode } from 'react';
import { useConfig } from '#/lib/use-config.ts';
import { useEnvironment } from '#/lib/environment.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { ownTimeZone, zonedDates } from '#/lib/format/zoned-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { BadgePin } from '#/ui/fan-marks.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { ProgressBar } from '#/ui/progress-bar.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { ProgressSkeleton } from './progress-skeleton.tsx';
import { type Progress, useMendStreak, useProgress } from './use-progress.ts';

/** Shows what the fan has done: totals, level, streak and badges. */
export function ProgressPart(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = useProgress();
  if (!data) {
    if (!error) return <ProgressSkeleton />;
    return (
      <div className="card">
        <LoadError text={t('progress.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <>
      <Numbers numbers={data.numbers} />
      <div className="pair space-y-4">
        <LevelCard level={data.level} />
        <StreakCard streak={data.streak} />
      </div>
      <Badges badges={data.badges} />
    </>
  );
}

function Numbers({ numbers }: Pick<Progress, 'numbers'>): ReactNode {
  const t = useText();
  const shown = [
    [t('progress.votes'), numbers.votes],
    [t('progress.days'), numbers.days],
    [t('progress.places'), numbers.places],
    [t('progress.tasksDone'), numbers.tasks],
  ] as const;
  return (
    <section aria-label={t('progress.numbers')} className="card">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(6.5rem,1fr))] gap-3">
        {shown.map(([title, value]) => (
          <div key={title} className="flex flex-col-reverse">
            <dt className="text-caption text-mute">{title}</dt>
            <dd className="num text-section font-extrabold">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function LevelCard({ level: { level, voteDays, tasks } }: Pick<Progress, 'level'>): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="my-level" className="card">
      <SectionHeading id="my-level" more={{ to: '/about-us', text: t('progress.howItWorks') }}>
        {t('progress.levelTitle')}
      </SectionHeading>
      <p className="num text-score font-extrabold">{level}</p>
      <Towards title={t('progress.voteDays')} {...voteDays} />
      <Towards title={t('progress.tasks')} {...tasks} />
      <p className="mt-3 text-caption text-pretty text-mute">{t('progress.levelNote', { level: level + 1 })}</p>
    </section>
  );
}

function Towards({ title, count, next }: { title: string; count: number; next: number }): ReactNode {
  const value = `${formatNumber(count)} / ${formatNumber(next)}`;
  return (
    <div className="mt-3">
      <p aria-hidden="true" className="mb-1.5 flex justify-between gap-2 text-small">
        <span className="font-semibold">{title}</span>
        <span className="num text-mute">{value}</span>
      </p>
      <ProgressBar label={title} value={value} done={Math.min(count, next)} total={next} />
    </div>
  );
}

const dots: Readonly<Record<Progress['streak']['days'][number]['kind'], string>> = {
  voted: 'bg-brand',
  task: 'bg-brand opacity-40',
  mended: 'border-2 border-brand',
  missed: 'bg-raise',
};

function StreakCard({ streak }: Pick<Progress, 'streak'>): ReactNode {
  const t = useText();
  const mend = useMendStreak();
  const dayText = useDayText();
  // The pressed button is gone then.
  const figure = useArrivingFocus<HTMLParagraphElement>(mend.isSuccess);
  const countOf = (kind: keyof typeof dots) => streak.days.filter((day) => day.kind === kind).length;
  return (
    <section aria-labelledby="my-streak" className="card">
      <SectionHeading id="my-streak">{t('progress.streakTitle')}</SectionHeading>
      <p ref={figure} tabIndex={-1} className="flex items-baseline gap-2">
        <span className="num text-score font-extrabold">{streak.current}</span>
        <span className="flex-1 text-small font-semibold text-mute">
          {t('progress.inARow', { days: streak.current })}
        </span>
        <Badge tone="warn">{t('progress.longest', { days: streak.longest })}</Badge>
      </p>
      <div
        role="img"
        aria-label={t('progress.lastDays', {
          voted: countOf('voted'),
          task: countOf('task'),
          mended: countOf('mended'),
          missed: countOf('missed'),
        })}
        className="mt-3 grid grid-cols-14 gap-1.5"
      >
        {streak.days.map(({ day, kind }) => (
          <span key={day} className={`aspect-square rounded-full ${dots[kind]}`} />
        ))}
      </div>
      <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-3 text-caption text-mute">
        {(['voted', 'task', 'mended'] as const).map((kind) => (
          <span key={kind} className="flex items-center gap-1.5">
            <span className={`size-2.5 rounded-full ${dots[kind]}`} />
            {t(`progress.day.${kind}`)}
          </span>
        ))}
      </p>
      {streak.mendable === null ? null : (
        <div className="mt-3 rounded-tile bg-raise p-3.5">
          <p className="mb-3 text-small text-pretty">{t('progress.mendNote', { day: dayText(streak.mendable) })}</p>
          <Button variant="soft" busy={mend.isPending} onClick={() => mend.mutate()}>
            {t('progress.mend', { day: dayText(streak.mendable) })}
          </Button>
        </div>
      )}
      <StreakNote streak={streak} />
    </section>
  );
}

/** Says what keeps the streak. */
function StreakNote({ streak: { current, countsToday } }: Pick<Progress, 'streak'>): ReactNode {
  const t = useText();
  const { languageType } = useEnvironment();
  const config = useConfig();
  const { place } = zonedDates(config.data?.timeZone ?? ownTimeZone(), languageType);
  const days = current + 1;
  const note = () => {
    if (countsToday) return t('progress.countsToday', { days });
    return current > 0 ? t('progress.keep', { days, place }) : t('progress.begin');
  };
  return <p className="mt-3 text-caption text-pretty text-mute">{note()}</p>;
}

/** Shows the earned badges, the latest first, then the others with their rules. */
function Badges({ badges }: Pick<Progress, 'badges'>): ReactNode {
  const t = useText();
  const dayText = useDayText();
  const ordered = badges.toSorted((one, other) => (other.earnedOn ?? '').localeCompare(one.earnedOn ?? ''));
  const earned = badges.filter(({ earnedOn }) => earnedOn !== null).length;
  return (
    <section aria-labelledby="my-badges" className="card">
      <SectionHeading
        id="my-badges"
        {...(earned > 0 && { more: { to: '/me?part=settings', text: t('progress.chooseBadge') } })}
      >
        {t('progress.badges')}{' '}
        <span className="num text-small font-semibold text-mute">
          {t('progress.badgesOf', { earned, all: badges.length })}
        </span>
      </SectionHeading>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-x-3 gap-y-4 text-center text-caption">
        {ordered.map(({ id, imageUrl, earnedOn, isShown }) => (
          <li key={id}>
            <BadgePin badge={{ imageUrl }} size={72} className={`mx-auto ${earnedOn === null ? 'opacity-40' : ''}`} />
            <p className="mt-2 text-small font-bold">{t(`badge.${id}`)}</p>
            <p className="text-pretty text-mute">{t(`badge.${id}.rule`)}</p>
            <p className="num font-semibold">
              {earnedOn === null ? (
                <span className="sr-only">{t('progress.notEarned')}</span>
              ) : (
                t('progress.earnedOn', { day: dayText(earnedOn) })
              )}
            </p>
            {isShown ? (
              <p className="mt-1">
                <Badge tone="brand">{t('progress.badgeShown')}</Badge>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns how a day of the platform is written, whatever the reader's zone is. */
function useDayText(): (day: string) => string {
  const { languageType } = useEnvironment();
  return (day) => zonedDates('UTC', languageType).format(`${day}T00:00:00.000Z`, 'day');
}
