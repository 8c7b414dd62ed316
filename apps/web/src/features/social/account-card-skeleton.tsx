import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** Stands in for the cards of both providers. */
export function AccountCardSkeletons(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      {['twitter', 'discord'].map((provider) => (
        <div key={provider} className="card space-y-4">
          <div className="flex items-center gap-3.5">
            <Skeleton className="size-12 rounded-control" />
            <div className="flex-1 space-y-1.5">
              <Skeleton className="h-5 w-24 rounded" />
              <Skeleton className="h-5 w-32 rounded" />
            </div>
          </div>
          <Skeleton className="h-10 rounded" />
          <Skeleton className="h-14 rounded-tile" />
        </div>
      ))}
    </LoadingRegion>
  );
}
