import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { InviteFigures as Figures, InvitePages } from './use-invites.ts';

/** Friends and Points so far, and whether there are rewards left to be had. */
export function InviteFigures({ pages }: { pages: InvitePages }): ReactNode {
  const t = useText();
  const { data, error, isFetching, refetch } = pages;
  const figures = data?.pages[0];
  if (!figures) {
    if (error)
      return (
        <LoadError text={t('myInvites.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
      );
    return (
      <LoadingRegion>
        <Skeleton className="h-24 rounded-tile" />
      </LoadingRegion>
    );
  }
  return (
    <>
      <dl className="grid grid-cols-3 gap-2.5">
        <Figure label={t('myInvites.friends')} value={figures.totals.invited} />
        <Figure label={t('myInvites.earned')} value={figures.totals.rewardedPoints} />
        <Figure label={t('myInvites.onTheWay')} value={figures.totals.pendingPoints} />
      </dl>
      <p className="mt-3 text-small text-pretty text-mute">{limitText(figures, t)}</p>
    </>
  );
}

function limitText({ totals, terms }: Figures, t: ReturnType<typeof useText>): string {
  const { points, mostRewarded } = terms;
  if (mostRewarded === 0) return t('myInvites.noRewards');
  const left = mostRewarded - totals.rewarded;
  if (left <= 0) return t('myInvites.limitReached', { limit: mostRewarded });
  return t('myInvites.limit', { points, limit: mostRewarded, left });
}

function Figure({ label, value }: { label: string; value: number }): ReactNode {
  return (
    <div className="flex flex-col-reverse justify-end rounded-tile bg-bg p-3 text-center">
      <dt className="text-caption font-semibold text-mute">{label}</dt>
      <dd className="text-section font-extrabold">
        <RollingNumber value={value} />
      </dd>
    </div>
  );
}
