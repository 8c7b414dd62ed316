import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Cover } from '#/ui/cover.tsx';
import { NextIcon } from '#/ui/icons/first-icons.tsx';
import type { EventEntry } from '../summary/use-events.ts';

/** An event that is over, with the way to its result. */
export function EndedEventRow({ event }: { event: EventEntry }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { activityId, title, closesAt, coverUrl } = event;
  return (
    <Link
      href={`/event-summary?activityId=${encodeURIComponent(activityId)}`}
      className="press flex items-center gap-3.5 rounded-tile bg-bg p-3"
    >
      <Cover src={coverUrl} width={72} height={72} className="size-18 shrink-0 rounded-control" />
      <span className="min-w-0 flex-1">
        <span className="block text-body font-bold">{title}</span>
        <span className="num block text-caption text-mute">{t('activity.endedAt', { when: friendly(closesAt) })}</span>
        <span className="mt-1 block text-small font-bold text-brand">{t('activity.result')}</span>
      </span>
      <NextIcon size={20} className="text-mute" />
    </Link>
  );
}
