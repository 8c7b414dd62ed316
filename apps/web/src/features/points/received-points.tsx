import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useFriendlyDate } from '#/lib/format/use-friendly-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Empty } from '#/ui/empty.tsx';
import { CoinsIcon } from '#/ui/icons/more-icons.tsx';
import { InfiniteList } from '#/ui/infinite-list.tsx';
import { RecordRow } from '#/ui/record-row.tsx';
import { PointKindIcon } from './point-kind-icon.tsx';
import { useReceivedPoints } from './use-received-points.ts';

/** Every Point the fan received and what it was for, newest first. */
export function ReceivedPoints(): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  return (
    <InfiniteList
      label={t('myPoints.received')}
      pages={useReceivedPoints()}
      errorText={t('myPoints.loadError')}
      empty={
        <Empty
          icon={CoinsIcon}
          text={t('myPoints.none')}
          action={
            <Link href="/task" className={buttonStyle('primary')}>
              {t('myAssets.earnPoints')}
            </Link>
          }
        />
      }
      keyOf={({ transferId }) => transferId}
      renderRow={({ kind, title, points, receivedAt }) => (
        <RecordRow
          media={<PointKindIcon kind={kind} tint="bg-brand-soft text-brand" />}
          title={title}
          detail={friendly(receivedAt)}
          trailing={<span className="num font-extrabold text-ok">+{formatNumber(points)}</span>}
        />
      )}
    />
  );
}
