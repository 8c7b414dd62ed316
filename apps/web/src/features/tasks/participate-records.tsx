import type { Contract, DataOf } from '@lightstick/contract';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, usePagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { ClockIcon, EyeIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon, CloseIcon, TasksIcon, CalendarIcon } from '#/ui/icons/shell-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';

const route = 'POST /task/api/v1/taskItem/getActivityParticipateRecords';

type ParticipateRecord = DataOf<Contract[typeof route]>['list'][number];

/** The specification's: years of daily tasks are one answer. */
const pageSize = 1000;

/** Loads the tasks that the fan took part in, newest first. */
function useParticipateRecords(): PagedList<ParticipateRecord> {
  const accountId = useAccountId();
  return usePagedList({
    queryKey: [...queryKeys.tasks, 'records', accountId],
    order: 'newestFirst',
    fetchPage: (body, signal) => call(route, { body }, { signal }),
    pageSize,
    enabled: accountId !== undefined,
  });
}

type ParticipationState = ParticipateRecord['state'];

const looks: Readonly<Record<ParticipationState, { readonly icon: IconComponent; readonly tint: string }>> = {
  awarded: { icon: CheckIcon, tint: 'bg-ok-soft text-ok' },
  started: { icon: ClockIcon, tint: 'bg-warn-soft text-warn' },
  held: { icon: EyeIcon, tint: 'bg-warn-soft text-warn' },
  refused: { icon: CloseIcon, tint: 'bg-raise text-mute' },
  lapsed: { icon: CalendarIcon, tint: 'bg-raise text-mute' },
};

/** Lists what the fan took part in: paid, still under way, or too late. */
export function ParticipateRecords(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <InfiniteList
      label={t('myTasks.records')}
      pages={useParticipateRecords()}
      errorText={t('myTasks.loadError')}
      empty={
        <Empty
          icon={TasksIcon}
          text={t('myTasks.none')}
          action={
            <Link href="/task" className={buttonStyle('primary')}>
              {t('myTasks.toTasks')}
            </Link>
          }
        />
      }
      keyOf={({ taskId, occurrence }) => `${taskId} ${occurrence}`}
      renderRow={({ title, state, points, participatedAt }) => (
        <RecordRow
          media={<StateIcon state={state} />}
          title={title}
          detail={friendly(participatedAt)}
          trailing={<Outcome state={state} points={points} />}
        />
      )}
    />
  );
}

function StateIcon({ state }: { state: ParticipationState }): ReactNode {
  const { icon: Icon, tint } = looks[state];
  return (
    <span className={`grid size-11 shrink-0 place-content-center rounded-full ${tint}`}>
      <Icon size={20} />
    </span>
  );
}

function Outcome({ state, points }: { state: ParticipationState; points: number }): ReactNode {
  const t = useText();
  if (state === 'awarded') return <span className="num font-extrabold text-ok">+{formatNumber(points)}</span>;
  return <Badge tone={state === 'started' || state === 'held' ? 'warn' : 'quiet'}>{t(`myTasks.${state}`)}</Badge>;
}
