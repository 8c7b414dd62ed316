import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Task cards in their final geometry. */
export function TaskListSkeleton({ count }: { count: number }): ReactNode {
  return (
    <LoadingRegion className="space-y-2.5">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-32 rounded-tile" />
      ))}
    </LoadingRegion>
  );
}
