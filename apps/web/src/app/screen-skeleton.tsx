import type { ReactNode } from 'react';
import type { BootWindow } from '#/boot/boot-result.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** While a screen's chunk is on its way. */
export function ScreenSkeleton({ path }: { path: string }): ReactNode {
  const opening = (globalThis as BootWindow).lightstickBoot?.openingOf(path);
  return (
    <LoadingRegion className="min-h-dvh">
      {opening === 'bare' ? (
        <div className="px-4" style={{ paddingTop: 'calc(var(--safe-top) + 20px)' }}>
          <Skeleton className="mt-1.5 mb-5 h-8 w-32 rounded-control" />
        </div>
      ) : (
        <div className={`stage boot-stage ${opening}`}>
          <LightstickCrowd />
        </div>
      )}
      <div className="space-y-4 px-4 pt-4">
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </LoadingRegion>
  );
}
