import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const rows = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The list of songs before it is there, in its final geometry. */
export function SongListSkeleton(): ReactNode {
  return (
    <LoadingRegion className="space-y-4">
      <Skeleton className="h-12 rounded-full" />
      <Skeleton className="h-11 rounded-full" />
      <div className="card space-y-4">
        {rows.map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-14 rounded-tile" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 rounded-full" />
              <Skeleton className="h-4 w-24 rounded-full" />
            </div>
          </div>
        ))}
      </div>
    </LoadingRegion>
  );
}
