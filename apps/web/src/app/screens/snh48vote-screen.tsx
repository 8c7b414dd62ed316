import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { partAt, preloadParts } from '../song-event/parts.ts';

/** By then the sub-screen that was asked for has its chunk. */
const preloadAfterMs = 1500;

/** The song event with its sub-screens; unknown paths beneath it show the not-found screen. */
export function Snh48voteScreen(): ReactNode {
  const [location] = useLocation();
  const { Component } = partAt(location);
  useEffect(() => {
    const timer = setTimeout(preloadParts, preloadAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense fallback={<PartSkeleton />}>
      <Component />
    </Suspense>
  );
}

function PartSkeleton(): ReactNode {
  return (
    <LoadingRegion className="min-h-dvh">
      <div className="stage boot-stage">
        <LightstickCrowd />
      </div>
      <div className="space-y-4 px-4 pt-4">
        <Skeleton className="h-11 rounded-full" />
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </LoadingRegion>
  );
}
