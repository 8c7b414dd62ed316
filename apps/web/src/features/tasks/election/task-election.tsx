import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { ClockIcon } from '#/ui/icons/more-icons.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Until when the election that a task is about can be voted in, and where its rules are. */
export function TaskElection({ taskId }: { taskId: string }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const times = useQuery({
    queryKey: ['activitiesTime', taskId],
    queryFn: ({ signal }) => call('POST /task/api/v1/taskItem/getActivitiesTime', { body: { taskId } }, { signal }),
    meta: { shownInPlace: true },
  });
  if (times.isPending) return <Skeleton className="h-12 rounded-tile" />;
  const election = times.data?.activity;
  if (!election) return null;
  const { state, title, opensAt, closesAt, rulesLink } = election;
  const when = friendly(state === 'scheduled' ? opensAt : closesAt);
  return (
    <p className="flex min-h-12 items-center gap-2.5 rounded-tile bg-warn-soft px-3.5 py-2 text-small text-warn">
      <ClockIcon size={18} className="shrink-0" />
      <span className="num min-w-0 flex-1 font-semibold text-pretty">
        {t(`taskElection.${state}`, { title, when })}
      </span>
      <Link href={rulesLink} className="press inline-flex min-h-11 items-center font-bold underline">
        {t('taskElection.rules')}
      </Link>
    </p>
  );
}
