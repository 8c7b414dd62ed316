import type { Contract, DataOf } from '@lightstick/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { type PagedList, useMyPagedList } from '#/lib/paging/use-paged-list.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { buttonStyle } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { NextIcon, MeIcon, TasksIcon, LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { CloverIcon, CoinsIcon, GiftIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordList } from '#/ui/record-list.tsx';
import { RecordRow, RecordSkeleton } from '#/ui/record-row.tsx';

/** Lists every Point that the fan received and what it was for, newest first. */
export function ReceivedPoints(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <RecordList
      label={t('myPoints.received')}
      pages={useReceivedPoints()}
      errorText={t('myPoints.loadError')}
      empty={{
        icon: CoinsIcon,
        text: t('myPoints.none'),
        action: (
          <Link href="/task" className={buttonStyle('primary')}>
            {t('myAssets.earnPoints')}
          </Link>
        ),
      }}
      keyOf={({ transferId }) => transferId}
      viewOf={({ kind, title, points, receivedAt }) => ({
        media: <PointKindIcon kind={kind} tint="bg-brand-soft text-brand" />,
        title,
        detail: friendly(receivedAt),
        trailing: <span className="num font-extrabold text-ok">+{formatNumber(points)}</span>,
      })}
    />
  );
}

const receivedRoute = 'POST /wallet/api/v1/userExpand/getReceivedPointRecords';
const pendingRoute = 'POST /wallet/api/v1/userExpand/getPendingPoints';

type ReceivedPoint = DataOf<Contract[typeof receivedRoute]>['list'][number];
type PendingList = DataOf<Contract[typeof pendingRoute]>;

/** Loads what brought the fan Points, newest first. */
function useReceivedPoints(): PagedList<ReceivedPoint> {
  return useMyPagedList({
    queryKey: queryKeys.receivedPoints,
    order: 'newestFirst',
    fetchPage: (body, signal) => call(receivedRoute, { body }, { signal }),
  });
}

/** Loads Points that are earned but not credited yet. */
function usePendingPoints(): UseQueryResult<PendingList> {
  const accountId = useAccountId();
  return useQuery({
    queryKey: [...queryKeys.pendingPoints, accountId],
    queryFn: ({ signal }) => call(pendingRoute, { body: {} }, { signal }),
    enabled: accountId !== undefined,
  });
}

const icons: Readonly<Record<ReceivedPoint['kind'], IconComponent>> = {
  task: TasksIcon,
  invite: MeIcon,
  riddle: SparkleIcon,
  video: LiveIcon,
  gift: GiftIcon,
  luck: CloverIcon,
  staking: CoinsIcon,
};

/** Shows at a glance what Points came from. */
function PointKindIcon({ kind, tint }: { kind: ReceivedPoint['kind']; tint: string }): ReactNode {
  const Icon = icons[kind];
  return (
    <span className={`grid size-11 shrink-0 place-content-center rounded-full ${tint}`}>
      <Icon size={20} />
    </span>
  );
}

type PendingPoints = PendingList['items'][number];

/** The action that pending Points still need, and where. */
const next: Readonly<Record<PendingPoints['kind'], { readonly to: string; readonly text: MessageId }>> = {
  task: { to: '/task', text: 'myPoints.claimTask' },
  invite: { to: '/my-invites', text: 'myPoints.awaitVote' },
  riddle: { to: '/riddles', text: 'myPoints.awaitMarking' },
  staking: { to: '/stake', text: 'myPoints.receiveBonus' },
};

/** Lists Points that are earned but not credited yet, each with its source. */
export function PendingPoints(): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = usePendingPoints();
  if (!data) {
    if (!error) return <RecordSkeleton count={1} />;
    return (
      <LoadError text={t('myPoints.pendingError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (data.items.length === 0)
    return <p className="pb-1 text-small text-pretty text-mute">{t('myPoints.nothingPending')}</p>;
  return (
    <ul aria-label={t('myPoints.pending')} className="divide-y divide-line">
      {data.items.map((pending, index) => (
        // Two tasks or two friends may have the same name.
        <li key={`${pending.kind} ${pending.title} ${index}`}>
          <PendingRow pending={pending} />
        </li>
      ))}
    </ul>
  );
}

/** Lists Points that wait for a review, each with its task and the reason; nothing without any. */
export function RewardsInReview({ label }: { label: string }): ReactNode {
  const held = usePendingPoints().data?.items.filter(({ note }) => note !== undefined) ?? [];
  if (held.length === 0) return null;
  return (
    <section className="card">
      <h2 className="text-title font-bold">{label}</h2>
      <ul aria-label={label} className="divide-y divide-line">
        {held.map((pending, index) => (
          <li key={`${pending.title} ${index}`}>
            <PendingRow pending={pending} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PendingRow({ pending: { kind, title, points, note } }: { pending: PendingPoints }): ReactNode {
  const t = useText();
  const { to, text } = next[kind];
  return (
    <Link href={to} className="press block">
      <RecordRow
        media={<PointKindIcon kind={kind} tint="bg-warn-soft text-warn" />}
        title={title}
        detail={note ?? t(text)}
        trailing={
          <span className="flex items-center gap-1">
            <span className="num font-extrabold text-warn">+{formatNumber(points)}</span>
            <NextIcon size={18} className="text-mute" />
          </span>
        }
      />
    </Link>
  );
}
