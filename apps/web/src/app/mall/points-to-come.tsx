import type { ReactNode } from 'react';
import { useAssets } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';

/** Stands in for the balance in a sheet that spends Points: a skeleton, or the error. */
export function PointsToCome(): ReactNode {
  const t = useText();
  const { isError, error, isFetching, refetch } = useAssets();
  if (isError) {
    return (
      <LoadError text={t('points.loadError')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  return (
    <LoadingRegion className="mt-5 space-y-4">
      <Skeleton className="h-40 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </LoadingRegion>
  );
}

/** Shows how many votes the day's first ticket of an election brings; shows nothing while that is not known. */
export function TicketWorth({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const votes = useActivity(activityId).data?.priceSteps[0]?.votesPerTicket;
  return votes ? <span className="num block">{t('mall.ticketWorth', { votes })}</span> : null;
}
