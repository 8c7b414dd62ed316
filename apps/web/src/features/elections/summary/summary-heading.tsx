import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useEvents } from '#/features/elections/event-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';
import { type EventSummary, summaryStateText, stateTexts } from './event-summary.ts';
import { useEventWindow, useZonedDates } from './event-times.ts';

type SummaryHeadingProps = {
  summary: EventSummary;
  /** At the end of the first line. */
  trailing?: ReactNode;
  /** The event has begun by the clock, and its summary is worth asking for again. */
  onBegun: () => void;
};

/**
 * On the stage: the event, its times, and how final its numbers are. Times are in the event's zone, which is named; its
 * window is also in the fan's zone if that differs.
 */
export function SummaryHeading({ summary, trailing, onBegun }: SummaryHeadingProps): ReactNode {
  const t = useText();
  const { state, title, subtitle, opensAt, takenAt, frozenAt, timeZone } = summary;
  const { format } = useZonedDates(timeZone);
  const { there, here, hereRow } = useEventWindow(summary);
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
        <p data-offset={hereRow.offset} className={`num mt-1 text-caption font-medium ${hereRow.look}`}>
          <span className="block truncate">{t('ruleSet.windowYours', { zone: here.zoneName })}</span>
          <span className="block">{here.range}</span>
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

/** On a stage, how final the numbers are: gold once nothing changes any more. */
function SummaryBadge({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { isFinal } = summary;
  const Icon = isFinal ? CheckIcon : ClockIcon;
  return (
    <span
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-small font-bold ${
        isFinal ? 'medal-1 text-medal' : 'bg-black/30 text-white'
      }`}
    >
      <Icon size={16} />
      {t(summaryStateText(summary))}
    </span>
  );
}

type EventSwitchProps = {
  activityId: string;
  /** The address of an event's summary. */
  pathOf: (activityId: string) => string;
};

/** Links to the summaries of other events, ended ones included. Nothing for a single event. */
export function EventSwitch({ activityId, pathOf }: EventSwitchProps): ReactNode {
  const t = useText();
  const events = useEvents();
  if (!events.data || events.data.length < 2) return null;
  return (
    <nav aria-label={t('summary.events')} className="scroll-row -mx-4 gap-2 px-4">
      {events.data.map((event) => {
        const here = event.activityId === activityId;
        return (
          <Link
            key={event.activityId}
            href={pathOf(event.activityId)}
            replace
            aria-current={here ? 'page' : undefined}
            className={`press flex min-h-14 max-w-60 shrink-0 flex-col justify-center rounded-tile px-4 py-2 ${
              here ? 'bg-ink text-bg' : 'bg-surface text-ink'
            }`}
          >
            <span dir="auto" className="truncate text-small font-bold">
              {event.title}
            </span>
            <span dir="auto" className={`truncate text-caption font-semibold ${here ? '' : 'text-mute'}`}>
              {t(stateTexts[event.state])}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
