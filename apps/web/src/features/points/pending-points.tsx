import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { NextIcon } from '#/ui/icons/first-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { RecordSkeleton } from '#/ui/record-skeleton.tsx';
import { PointKindIcon } from './point-kind-icon.tsx';
import { type PendingList, usePendingPoints } from './use-received-points.ts';

type PendingPoints = PendingList['items'][number];

/** What is still to be done for Points to come, and where. */
const next: Readonly<Record<PendingPoints['kind'], { readonly to: string; readonly text: MessageId }>> = {
  task: { to: '/task', text: 'myPoints.claimTask' },
  invite: { to: '/my-invites', text: 'myPoints.awaitVote' },
  riddle: { to: '/riddles', text: 'myPoints.awaitMarking' },
};

/** Points that are earned but not there yet, each with what brings it. */
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
