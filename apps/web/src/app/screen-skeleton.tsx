import type { ReactNode } from 'react';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** The screens that open with a stage, by its height. */
const stages: Record<string, string> = { '/': 'tall', '/vote-activity': 'tall', '/login': '', '/me': '' };

/** While a screen's chunk is on its way. */
export function ScreenSkeleton({ path }: { path: string }): ReactNode {
  return (
    <LoadingRegion className="min-h-dvh">
      {path in stages ? (
        <div className={`stage boot-stage ${stages[path]}`}>
          <LightstickCrowd />
        </div>
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
