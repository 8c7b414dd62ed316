import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** This device and two others in their final geometry. */
export function DeviceSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <div className="card">
        <SkeletonRow />
      </div>
      <div className="card space-y-2.5">
        <Skeleton className="mb-3 h-6 w-36 rounded-full" />
        <SkeletonRow />
        <SkeletonRow />
      </div>
    </LoadingRegion>
  );
}

function SkeletonRow(): ReactNode {
  return (
    <div className="flex min-h-12 items-center gap-3.5">
      <Skeleton className="size-12 rounded-control" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-4 w-36 rounded-full" />
        <Skeleton className="h-3 w-28 rounded-full" />
      </div>
    </div>
  );
}
