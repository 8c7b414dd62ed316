import { type ReactNode, Suspense, useState } from 'react';
import { ActivityCard, ActivityRow, WhenText } from '#/app/activity-card.tsx';
import {
  type ActivityEntry,
  type ActivityKind,
  isUrgent,
  useActivityEntries,
  type EntryTime,
} from '#/app/activity-entries.ts';
import { Programme, type ProgrammeEntry } from '#/app/programme.tsx';
import { Banners } from '#/features/content/banners.tsx';
import { EndedEventRow, EventCard } from '#/features/elections/event-card.tsx';
import { eventLists, type EventEntry, useEvents } from '#/features/elections/events.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId, Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { Button } from '#/ui/button.tsx';
import { Chip } from '#/ui/chip.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const pastEvent = lazyPart(() => import('../past-event.tsx').then((module) => module.PastEvent));

/**
 * Shows everything to take part in, on one line of time: elections, Best 7, songs, red packets, boxes, draws and live
 * rooms.
 */
export function ActivityScreen(): ReactNode {
  const t = useText();
  const { read, write } = useAddressParameters();
  const kind = kindOf(read('kind'));
  return (
    <>
      <ScreenHeader title={t('activity.title')} subtitle={t('activity.subtitle')} backTo="/" />
      <div className="space-y-5 px-4">
        <Banners type="activity" />
        <KindFilter selected={kind} onSelect={(next) => write({ kind: next ?? null })} />
        <Timeline kind={kind} />
      </div>
    </>
  );
}

const kinds = {
  votes: 'activity.kind.votes',
  packets: 'activity.kind.packets',
  boxes: 'activity.kind.boxes',
  draws: 'activity.kind.draws',
  live: 'activity.kind.live',
} as const satisfies Record<ActivityKind, MessageId>;

function kindOf(name: string | null): ActivityKind | undefined {
  return name !== null && Object.hasOwn(kinds, name) ? (name as ActivityKind) : undefined;
}

type KindFilterProps = { selected: ActivityKind | undefined; onSelect: (kind: ActivityKind | undefined) => void };

function KindFilter({ selected, onSelect }: KindFilterProps): ReactNode {
  const t = useText();
  return (
    <div role="group" aria-label={t('activity.kind')} className="scroll-row -mx-4 gap-2 px-4">
      <Chip pressed={selected === undefined} onPress={() => onSelect(undefined)}>
        {t('activity.kind.all')}
      </Chip>
      {Object.entries(kinds).map(([kind, text]) => (
        <Chip key={kind} pressed={kind === selected} onPress={() => onSelect(kindOf(kind))}>
          {t(text)}
        </Chip>
      ))}
    </div>
  );
}

/** Shows what is on, to come and over; all of it is fetched again when its state changes. */
function Timeline({ kind }: { kind: ActivityKind | undefined }): ReactNode {
  const events = useEvents();
  const { entries, isPending, failed } = useActivityEntries(events.data ?? []);
  const isShown = (one: { readonly kind: ActivityKind }) => kind === undefined || one.kind === kind;
  const showsVotes = isShown({ kind: 'votes' });
  if (isPending || (events.isPending && events.failureCount === 0)) return <TimelineSkeleton />;
  const failedEvents = { kind: 'votes', text: 'activity.error', query: events } as const;
  const allFailed = [...(events.isError && !events.data ? [failedEvents] : []), ...failed];
  return (
    <>
      {allFailed.filter(isShown).map(({ text, query }) => (
        <Failed key={text} text={text} query={query} />
      ))}
      <Sections events={showsVotes ? (events.data ?? []) : []} entries={entries.filter(isShown)} />
    </>
  );
}

type FailedProps = {
  text: MessageId;
  query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
};

function Failed({ text, query }: FailedProps): ReactNode {
  const t = useText();
  return (
    <section className="card">
      <LoadError text={t(text)} error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    </section>
  );
}

function TimelineSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-7 w-32 rounded-full" />
      <Skeleton className="h-36 rounded-tile" />
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-36 rounded-tile" />
    </LoadingRegion>
  );
}

/** A place on the line of time. */
type TimelineStop = {
  readonly key: string;
  readonly at: string;
  readonly when: EntryTime;
  readonly content: ReactNode;
};

function Sections({
  events,
  entries,
}: {
  events: readonly EventEntry[];
  entries: readonly ActivityEntry[];
}): ReactNode {
  const t = useText();
  const isWide = useIsWide();
  const { now, coming, ended } = eventLists(events, serverNowMs());
  const entriesOf = (list: ActivityEntry['list']) => entries.filter((entry) => entry.list === list);
  const over = entriesOf('ended');
  const onNow = entriesOf('now');
  const nowStops = [
    ...soonestFirst(onNow.filter(isUrgent).map(entryStop)),
    ...now.map(openEventStop),
    ...soonestFirst(onNow.filter((entry) => !isUrgent(entry)).map(entryStop)),
  ];
  const endedStops = [...ended.map((event) => endedEventStop(event, over)), ...over.map(endedStop)];
  return (
    <>
      {isWide ? <Programme entries={programmed([...now, ...coming], entries, t)} /> : null}
      <Section id="events-now" title={t('activity.now')} none={t('activity.nowNone')} stops={nowStops} isLive />
      <Section
        id="events-coming"
        title={t('activity.coming')}
        none={t('activity.comingNone')}
        stops={soonestFirst([...coming.map(comingEventStop), ...entriesOf('coming').map(entryStop)])}
      />
      {endedStops.length > 0 ? (
        <Section id="events-ended" title={t('activity.ended')} none="" stops={soonestFirst(endedStops).toReversed()} />
      ) : null}
    </>
  );
}

/** What is on and to come, as the programme names it. */
function programmed(
  events: readonly EventEntry[],
  entries: readonly ActivityEntry[],
  t: Translate,
): readonly ProgrammeEntry[] {
  return [
    ...events.map(({ activityId, title, opensAt, closesAt }) => {
      const to = `/vote-activity?activityId=${encodeURIComponent(activityId)}`;
      return { kind: 'votes' as const, title, opensAt, closesAt, to };
    }),
    ...entries
      .filter(({ list }) => list !== 'ended')
      .map(({ kind, title, name, opensAt, closesAt, to }) => ({
        kind,
        title: title ?? t(name),
        opensAt,
        closesAt,
        to,
      })),
  ];
}

function soonestFirst(stops: readonly TimelineStop[]): readonly TimelineStop[] {
  return stops.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function entryStop(entry: ActivityEntry): TimelineStop {
  return { key: entry.to, at: entry.at, when: entry.when, content: <ActivityCard entry={entry} /> };
}

function endedStop(entry: ActivityEntry): TimelineStop {
  return { ...entryStop(entry), content: <ActivityRow entry={entry} /> };
}

function openEventStop(event: EventEntry): TimelineStop {
  const { activityId: key, closesAt: at } = event;
  return { key, at, when: { id: 'activity.openUntil', at }, content: <EventCard event={event} /> };
}

function comingEventStop(event: EventEntry): TimelineStop {
  const { activityId: key, opensAt: at } = event;
  return { key, at, when: { id: 'activity.opensAt', at }, content: <EventCard event={event} /> };
}

function endedEventStop(event: EventEntry, over: readonly ActivityEntry[]): TimelineStop {
  const { activityId: key, closesAt: at } = event;
  const PastEvent = pastEvent.Component;
  const content = (
    <Suspense fallback={<EndedEventRow event={event} />}>
      <PastEvent event={event} isListed={(to) => over.some((entry) => entry.to === to)} />
    </Suspense>
  );
  return { key, at, when: { id: 'activity.endedAt', at }, content };
}

/** Packets come twice a day, so that a week of them is long; what is on is never cut. */
const shownAtOnce = 6;

type SectionProps = { id: string; title: string; none: string; stops: readonly TimelineStop[]; isLive?: boolean };

function Section({ id, title, none, stops, isLive = false }: SectionProps): ReactNode {
  const t = useText();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll || isLive ? stops : stops.slice(0, shownAtOnce);
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-1 pb-2 text-title font-bold">
        {title}
      </h2>
      {stops.length === 0 ? <p className="card py-4 text-small text-mute">{none}</p> : null}
      <ol className="timeline relative">
        {shown.map(({ key, when, content }) => (
          <li key={key} className="relative pb-4 pl-5 last:pb-0">
            <span aria-hidden="true" className="timeline-line absolute inset-y-0 left-1 w-0.5 bg-line" />
            <span aria-hidden="true" className="absolute top-1 left-0 grid">
              <span
                className={`size-2.5 rounded-full ${isLive ? 'live-dot bg-brand' : 'border-2 border-line bg-surface'}`}
              />
            </span>
            <p className="num pb-2 text-small font-semibold text-mute">
              <WhenText when={when} />
            </p>
            {content}
          </li>
        ))}
      </ol>
      {shown.length < stops.length ? (
        <Button variant="soft" className="w-full" onClick={() => setShowsAll(true)}>
          {t('activity.showAll', { count: stops.length })}
        </Button>
      ) : null}
    </section>
  );
}
