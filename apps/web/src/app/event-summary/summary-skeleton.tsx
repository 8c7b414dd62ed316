import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { RankingRowsSkeleton } from '#/features/rankings/ranking-row.tsx';

/** The heading of a summary in its final geometry. Lives on a stage. */
export function SummaryHeadingSkeleton(): ReactNode {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-11 items-center justify-between">
        <Skeleton className="h-8 w-32 rounded-full" />
        <Skeleton className="h-11 w-24 rounded-full" />
      </div>
      <Skeleton className="mt-1 h-8 w-64 rounded-control" />
      <Skeleton className="mt-2 h-11 w-full rounded-control" />
      <Skeleton className="mt-2 h-5 w-56 rounded-full" />
      <Skeleton className="mt-1 h-4 w-48 rounded-full" />
    </div>
  );
}

/** The content below the stage, in its final geometry. */
export function SummarySkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-73 rounded-card" />
      <Skeleton className="h-130 rounded-card" />
      <div className="card">
        <RankingRowsSkeleton count={4} />
      </div>
    </LoadingRegion>
  );
}

/** The chart in its final geometry. */
export function ChartSkeleton(): ReactNode {
  return (
    <LoadingRegion>
      <Skeleton className="h-13 rounded-tile" />
      <Skeleton className="mt-3 h-5 w-28 rounded-full" />
      <Skeleton className="mt-1 h-10 w-48 rounded-control" />
      <Skeleton className="mt-10 h-52 rounded-control" />
      <div className="h-22" />
    </LoadingRegion>
  );
}
