import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Ranking rows in their final geometry. */
export function RankingRowsSkeleton({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="flex min-h-17 items-center gap-3 py-2">
          <Skeleton className="mx-0.5 size-7 rounded-full" />
          <Skeleton className="size-12 rounded-full" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-4 w-28 rounded-full" />
            <Skeleton className="h-3 w-40 rounded-full" />
          </div>
          <Skeleton className="h-11 w-18 rounded-full" />
        </div>
      ))}
    </LoadingRegion>
  );
}
