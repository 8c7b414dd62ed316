import type { ReactNode } from 'react';
import { ActivityRow } from '#/app/activity-card.tsx';
import { best7Entry } from '#/app/activity-entries.ts';
import { useBest7 } from '#/features/best7/use-best7.ts';
import { EndedEventRow } from '#/features/elections/event-card.tsx';
import { type EventEntry, useEventSummary } from '#/features/elections/events.ts';
import { serverNowMs } from '#/lib/clock/server-clock.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';

type PastEventProps = {
  event: EventEntry;
  /** Tells whether the list links to this path already. */
  isListed: (to: string) => boolean;
};

/** Shows an event that is over: a link to its result, its winners, and its Best 7. */
export function PastEvent({ event, isListed }: PastEventProps): ReactNode {
  return (
    <>
      <EndedEventRow event={event} />
      <Winners activityId={event.activityId} />
      <PastBest7 activityId={event.activityId} isListed={isListed} />
    </>
  );
}

const shownWinners = 3;

/** Shows the first three of an event. */
function Winners({ activityId }: { activityId: string }): ReactNode {
  const { data } = useEventSummary(activityId);
  if (!data || data.totalVotes === 0) return null;
  return (
    <ol className="mt-2.5 grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
      {data.ranking.slice(0, shownWinners).map(({ idolId, rank, name, portraitUrl }) => (
        <li key={idolId} className="flex min-w-0 items-center gap-2">
          <Portrait src={portraitUrl} width={40} height={48} className="shrink-0 rounded-control" />
          <span className="min-w-0 text-caption">
            <span className="num block font-bold text-brand">{rank}</span>
            <Name className="block font-semibold">{name}</Name>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Links to the Best 7 of an event that is over. */
function PastBest7({ activityId, isListed }: { activityId: string; isListed: PastEventProps['isListed'] }): ReactNode {
  const { data: poll } = useBest7(activityId);
  const entry = poll ? best7Entry(poll, serverNowMs()) : undefined;
  if (entry?.list !== 'ended' || isListed(entry.to)) return null;
  return (
    <div className="mt-2.5">
      <ActivityRow entry={entry} saysWhen />
    </div>
  );
}
