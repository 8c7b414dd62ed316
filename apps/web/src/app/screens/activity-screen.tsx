import { type ReactNode, Suspense } from 'react';
import { type ActivityEntry, ActivityEntryRow, FailedEntries, useActivityEntries } from '#/app/activity-entries.tsx';
import { Drawing, Glow, Sparkle, lights, night } from '#/app/art/drawing.tsx';
import { OpensSoonBadge } from '#/app/opens-soon-badge.tsx';
import { SectionHeading } from '#/app/section-heading.tsx';
import { type Step, StepList } from '#/app/step-list.tsx';
import { Banners } from '#/features/content/banners.tsx';
import { EndedEventRow, EventCard } from '#/features/elections/event-card.tsx';
import { eventLists, type EventEntry, useEvents } from '#/features/elections/event-queries.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const pastEvent = lazyPart(() => import('../past-event.tsx').then((module) => module.PastEvent));

/** Everything to take part in: elections, Best 7, songs, and the games of luck that open soon. */
export function ActivityScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <ScreenHeader title={t('activity.title')} subtitle={t('activity.subtitle')} backTo="/" />
      <div className="space-y-5 px-4">
        <Banners type="activity" />
        <EventSections />
        <FairLuck />
      </div>
    </>
  );
}

/** Running, upcoming and past activities; the cards refetch when their state changes. */
function EventSections(): ReactNode {
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
  const { entries, isPending, failed } = useActivityEntries();
  const listed = (list: ActivityEntry['list']) => entries.filter((entry) => entry.list === list);
  const over = listed('ended');
  const PastEvent = pastEvent.Component;
  return (
    <>
      <EventSection
        id="events-now"
        title={t('activity.now')}
        none={t('activity.nowNone')}
        events={now}
        entries={listed('now')}
        isPending={isPending}
      />
      <FailedEntries failed={failed} />
      <EventSection
        id="events-coming"
        title={t('activity.coming')}
        none={t('activity.comingNone')}
        events={coming}
        entries={listed('coming')}
      />
      {ended.length + over.length > 0 ? (
        <section aria-labelledby="events-ended" className="card">
          <SectionHeading id="events-ended">{t('activity.ended')}</SectionHeading>
          <ul className="space-y-2.5">
            {ended.map((event) => (
              <li key={event.activityId}>
                <Suspense fallback={<EndedEventRow event={event} />}>
                  <PastEvent event={event} isListed={(to) => over.some((entry) => entry.to === to)} />
                </Suspense>
              </li>
            ))}
            {over.map((entry) => (
              <li key={entry.to}>
                <ActivityEntryRow entry={entry} isInCard />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

type EventSectionProps = {
  id: string;
  title: string;
  none: string;
  events: readonly EventEntry[];
  entries: readonly ActivityEntry[];
  /** More entries may be on their way. */
  isPending?: boolean;
};

function EventSection({ id, title, none, events, entries, isPending = false }: EventSectionProps): ReactNode {
  const isEmpty = events.length + entries.length === 0;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-1 pb-2 text-title font-bold">
        {title}
      </h2>
      {isEmpty ? null : (
        <ul className="space-y-4">
          {events.map((event) => (
            <li key={event.activityId}>
              <EventCard event={event} />
            </li>
          ))}
          {entries.map((entry) => (
            <li key={entry.to}>
              <ActivityEntryRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {isPending ? (
        <LoadingRegion className="mt-4">
          <Skeleton className="h-20 rounded-tile" />
        </LoadingRegion>
      ) : null}
      {isEmpty && !isPending ? <p className="card py-4 text-small text-mute">{none}</p> : null}
    </section>
  );
}

/** A box with light coming out from under its lid. */
function BlindBoxArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} />
          </defs>
          <circle cx="40" cy="36" r="32" fill={`url(#${name('glow')})`} />
          <path d="M14 40h52v26a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z" fill={lights.pink} />
          <path d="M34 40h12v32H34z" fill="#fff" opacity=".85" />
          <path d="M22 36l36-4 2 0-38 4z" fill={lights.gold} />
          <g transform="rotate(-9 40 28)">
            <rect x="9" y="20" width="62" height="13" rx="4" fill={lights.blush} />
            <path d="M34 20h12v13H34z" fill="#fff" />
            <path d="M40 20c-4-10-16-10-15-4s10 4 15 4c5 0 14 2 15-4s-11-6-15 4z" fill="#fff" />
          </g>
          <Sparkle x={14} y={16} size={5} />
          <Sparkle x={68} y={12} size={4} />
        </>
      )}
    </Drawing>
  );
}

/** A red packet with its golden seal. */
function RedPacketArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.pink} />
          </defs>
          <circle cx="40" cy="40" r="36" fill={`url(#${name('glow')})`} />
          <g transform="rotate(7 40 40)">
            <rect x="20" y="9" width="40" height="62" rx="7" fill="#e2315f" />
            <path d="M20 16a7 7 0 0 1 7-7h26a7 7 0 0 1 7 7v9c-12 10-28 10-40 0z" fill="#b81648" />
            <circle cx="40" cy="33" r="10" fill={lights.gold} />
            <path
              d="M40 27l1.800 4 4.200.5-3.100 3 .8 4.200-3.700-2.100-3.700 2.100.8-4.200-3.100-3 4.200-.5z"
              fill="#b81648"
            />
            <path d="M28 58h24" stroke={lights.gold} strokeWidth="2.4" strokeLinecap="round" opacity=".8" />
          </g>
          <Sparkle x={12} y={22} size={4} />
          <Sparkle x={69} y={62} size={5} />
        </>
      )}
    </Drawing>
  );
}

const capsules = [
  { x: 29, y: 30, colour: lights.mint },
  { x: 49, y: 27, colour: lights.violet },
  { x: 40, y: 42, colour: lights.gold },
] as const;

/** A drum of capsules that can be seen into from all sides. */
function DrawArt(): ReactNode {
  return (
    <Drawing width={80} height={80}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.violet} />
          </defs>
          <circle cx="40" cy="36" r="36" fill={`url(#${name('glow')})`} />
          <path d="M26 56h28l5 16H21z" fill={night} />
          <circle cx="40" cy="35" r="25" fill="#fff" opacity=".22" />
          {capsules.map(({ x, y, colour }) => (
            <g key={x}>
              <circle cx={x} cy={y} r="8.500" fill={colour} />
              <path d={`M${x - 8.5} ${y}a8.500 8.500 0 0 0 17 0z`} fill="#fff" opacity=".75" />
            </g>
          ))}
          <circle cx="40" cy="35" r="25" fill="none" stroke="#fff" strokeWidth="2.4" opacity=".8" />
          <path d="M22 26a20 20 0 0 1 10-9" stroke="#fff" strokeWidth="3" strokeLinecap="round" fill="none" />
          <rect x="32" y="62" width="16" height="6" rx="3" fill={lights.gold} />
          <Sparkle x={70} y={14} size={5} />
        </>
      )}
    </Drawing>
  );
}

type Game = { readonly art: () => ReactNode; readonly title: MessageId; readonly text: MessageId };

const games: readonly Game[] = [
  { art: BlindBoxArt, title: 'activity.boxes', text: 'activity.boxesText' },
  { art: RedPacketArt, title: 'activity.packets', text: 'activity.packetsText' },
  { art: DrawArt, title: 'activity.draws', text: 'activity.drawsText' },
];

const proof: readonly Step[] = [
  { title: 'activity.fair.odds', text: 'activity.fair.oddsText' },
  { title: 'activity.fair.before', text: 'activity.fair.beforeText' },
  { title: 'activity.fair.after', text: 'activity.fair.afterText' },
];

/** Blind boxes, red packets and draws, which are not open yet, and how fans will be able to check them. */
function FairLuck(): ReactNode {
  const t = useText();
  return (
    <>
      <section aria-labelledby="fair-luck" className="card">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h2 id="fair-luck" className="text-title font-bold">
            {t('activity.soon')}
          </h2>
          <OpensSoonBadge />
        </div>
        <p className="text-small text-pretty text-mute">{t('activity.soonText')}</p>
        <ul className="mt-4 space-y-3">
          {games.map(({ art: Art, title, text }) => (
            <li key={title} className="flex items-center gap-4 rounded-tile bg-bg p-3.5">
              <span className="stage w-20 shrink-0 rounded-tile p-1.5">
                <Art />
              </span>
              <div className="min-w-0">
                <h3 className="text-body font-bold">{t(title)}</h3>
                <p className="text-small text-pretty text-mute">{t(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="fair-proof" className="card">
        <SectionHeading id="fair-proof">{t('activity.fair')}</SectionHeading>
        <StepList steps={proof} />
      </section>
    </>
  );
}
