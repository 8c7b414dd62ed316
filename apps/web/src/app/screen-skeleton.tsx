import type { ReactNode } from 'react';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** The screens that open with a stage. */
const staged = new Set(['/', '/vote-activity', '/login', '/me']);

/** While a screen's chunk is on its way. */
export function ScreenSkeleton({ path }: { path: string }): ReactNode {
  return (
    <LoadingRegion className="min-h-dvh">
      {staged.has(path) ? (
        <div className="stage boot-stage" />
      ) : (
        <div className="px-4" style={{ paddingTop: 'calc(var(--safe-top) + 20px)' }}>
          <Skeleton className="mt-1.5 mb-5 h-8 w-32 rounded-control" />
        </div>
      )}
      <div className="space-y-4 px-4 pt-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </LoadingRegion>
  );
}
