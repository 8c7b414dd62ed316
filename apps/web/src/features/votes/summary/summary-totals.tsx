import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import type { EventSummary } from './event-summary.ts';
import { totalsTexts } from './totals-texts.ts';
import { useZonedDates } from './use-zoned-dates.ts';

/** The event in four figures, and its liveliest hour. */
export function SummaryTotals({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { totalVotes, setAside, voters, ballots, idolCount, round } = summary;
  const { votesText, votersText, ballotsText } = totalsTexts(summary);
  const { quarantined, released, voided } = setAside;
  return (
    <section aria-label={t('summary.totals')} className="card">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-3 gap-y-4">
        <div className="col-span-full">
          <dt className="text-small font-semibold text-mute">{t(votesText, { round })}</dt>
          <dd className="text-[min(2.5rem,13vw)] leading-[1.1] font-extrabold">
            <RollingNumber value={totalVotes} initial={0} />
          </dd>
          {quarantined + released + voided > 0 ? (
            <dd className="num text-caption text-mute">
              {t('setAside.beside', {
                quarantined: formatNumber(quarantined),
                released: formatNumber(released),
                voided: formatNumber(voided),
              })}
            </dd>
          ) : null}
        </div>
        <Figure label={t(votersText)} value={voters} />
        <Figure label={t(ballotsText)} value={ballots} />
        <Figure label={t('summary.idols')} value={idolCount} />
        <BusiestHour summary={summary} />
      </dl>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: number }): ReactNode {
  return (
    <div className="flex min-w-0 flex-col-reverse justify-end rounded-tile bg-raise p-3">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="text-title font-extrabold">
        <RollingNumber value={value} initial={0} />
      </dd>
    </div>
  );
}

function BusiestHour({ summary: { busiestHour, timeZone } }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { format } = useZonedDates(timeZone);
  if (!busiestHour) return null;
  const { from, to, votes } = busiestHour;
  return (
    <div className="col-span-full rounded-tile bg-warn-soft p-3 text-warn">
      <dt className="text-caption font-semibold">{t('summary.busiest')}</dt>
      <dd className="num text-small font-bold">
        {t('summary.busiestText', { votes, from: format(from, 'moment'), to: format(to, 'hour') })}
      </dd>
    </div>
  );
}
