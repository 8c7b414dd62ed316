import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import type { EventSummary } from './event-summary.ts';
import { SummaryBadge } from './summary-badge.tsx';
import { useEventWindow } from './use-event-window.ts';
import { useZonedDates } from './use-zoned-dates.ts';

type SummaryHeadingProps = {
  summary: EventSummary;
  /** At the end of the first line. */
  trailing?: ReactNode;
  /** The event has begun by the clock, and its summary is worth asking for again. */
  onBegun: () => void;
};

/**
 * On the stage: what the event was or is, when, and how final its numbers are. Its times are those of the event's zone,
 * which is named; its window is also told in the fan's own where their clock shows another time.
 */
export function SummaryHeading({ summary, trailing, onBegun }: SummaryHeadingProps): ReactNode {
  const t = useText();
  const { state, title, subtitle, opensAt, takenAt, frozenAt, timeZone } = summary;
  const { format } = useZonedDates(timeZone);
  const { there, here } = useEventWindow(summary);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <SummaryBadge summary={summary} />
        {trailing}
      </div>
      <ScreenTitle className="mt-1 text-screen font-extrabold text-white">{title}</ScreenTitle>
      <p className="mt-1 text-body font-medium text-white">{subtitle}</p>
      <p className="num mt-2 text-small font-semibold text-white">{there.range}</p>
      <p className="mt-1 text-caption font-medium">{t('summary.zone', { zone: there.zoneName })}</p>
      {here ? (
        <p className="num mt-1 text-caption font-medium">
          {t('ruleSet.windowYours', { zone: here.zoneName })} · {here.range}
        </p>
      ) : null}
      {state === 'scheduled' ? (
        <div className="mt-5">
          <p className="mb-2 text-caption font-semibold">{t('phase.opensIn')}</p>
          <Countdown until={opensAt} onOver={onBegun} />
        </div>
      ) : null}
      {state === 'open' ? (
        <p className="num mt-1 text-caption font-medium">
          {t(frozenAt === null ? 'summary.asOfMinute' : 'summary.asOf', { at: format(takenAt, 'moment') })}
        </p>
      ) : null}
      {state === 'closing' ? <p className="mt-1 text-caption font-medium">{t('phase.closingNote')}</p> : null}
      {state === 'tallying' ? <p className="mt-1 text-caption font-medium">{t('phase.tallyingNote')}</p> : null}
    </>
  );
}
