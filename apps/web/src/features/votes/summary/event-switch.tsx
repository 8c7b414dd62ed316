import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { stateTexts } from './state-texts.ts';
import { useEvents } from './use-events.ts';

type EventSwitchProps = {
  activityId: string;
  /** The address of an event's summary. */
  pathOf: (activityId: string) => string;
};

/** The way to the summaries of other events, those that have ended included. Nothing while there is but one. */
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
            <span className="truncate text-small font-bold">{event.title}</span>
            <span className={`truncate text-caption font-semibold ${here ? '' : 'text-mute'}`}>
              {t(stateTexts[event.state])}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}
