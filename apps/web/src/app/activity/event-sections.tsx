import type { ReactNode } from 'react';
import { EndedEventRow, EventCard } from '#/features/elections/event-card.tsx';
import { eventLists, type EventEntry, useEvents } from '#/features/elections/event-queries.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SectionHeading } from '../section-heading.tsx';

/** What is on, what is coming and what ended; the cards turn by themselves and ask anew. */
export function EventSections(): ReactNode {
  const t = useText();
  const events = useEvents();
  if (events.data) return <Sections events={events.data} />;
  if (events.isError) {
    return (
      <section className="card">
        <LoadError
          text={t('activity.error')}
          error={events.error}
          retrying={events.isFetching}
          onRetry={() => void events.refetch()}
        />
      </section>
    );
  }
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
    </LoadingRegion>
  );
}

function Sections({ events }: { events: readonly EventEntry[] }): ReactNode {
  const t = useText();
  const { now, coming, ended } = eventLists(events, serverNowMs());
  return (
    <>
      <EventSection id="events-now" title={t('activity.now')} none={t('activity.nowNone')} events={now} />
      <EventSection id="events-coming" title={t('activity.coming')} none={t('activity.comingNone')} events={coming} />
      {ended.length > 0 ? (
        <section aria-labelledby="events-ended" className="card">
          <SectionHeading id="events-ended">{t('activity.ended')}</SectionHeading>
          <ul className="space-y-2.5">
            {ended.map((event) => (
              <li key={event.activityId}>
                <EndedEventRow event={event} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

type EventSectionProps = { id: string; title: string; none: string; events: readonly EventEntry[] };

function EventSection({ id, title, none, events }: EventSectionProps): ReactNode {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-1 pb-2 text-title font-bold">
        {title}
      </h2>
      {events.length > 0 ? (
        <ul className="space-y-4">
          {events.map((event) => (
            <li key={event.activityId}>
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="card py-4 text-small text-mute">{none}</p>
      )}
    </section>
  );
}
