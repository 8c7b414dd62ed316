import type { ReactNode } from 'react';
import { Skeleton } from '#/ui/skeleton.tsx';

/** The election's heading before it is known, in its final geometry. */
export function ElectionHeadingSkeleton(): ReactNode {
  return (
    <div aria-hidden="true">
      <div className="flex min-h-11 items-center">
        <Skeleton className="h-7 w-40 rounded-full" />
      </div>
      <Skeleton className="mt-1 h-8 w-64 rounded-control" />
      <Skeleton className="mt-2 h-4 w-72 rounded-full" />
      <Skeleton className="mt-2 h-4 w-32 rounded-full" />
      <div className="mt-4 flex h-[70px] items-end gap-2">
        {[0, 1, 2, 3].map((part) => (
          <Skeleton key={part} className="h-[46px] w-15 rounded-control" />
        ))}
      </div>
    </div>
  );
}
