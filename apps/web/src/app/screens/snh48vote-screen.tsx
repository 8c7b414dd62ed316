import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { WithRows } from '#/features/songs/song-row.tsx';
import { songEventPath } from '#/features/songs/songs.ts';
import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import { LightstickCrowd } from '#/ui/lightstick-crowd.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** A part that lists songs, with the rows that let a fan vote. */
function withRows(load: () => Promise<ComponentType<WithRows>>): LazyPart {
  return lazyPart(async () => {
    const [Part, { SongRows }] = await Promise.all([load(), import('../song-event/song-rows.tsx')]);
    return () => <Part Rows={SongRows} />;
  });
}

/** The sub-screens of the song event by the last part of their address, each in its own chunk. */
const parts = {
  home: withRows(() => import('#/features/songs/home-part.tsx').then((module) => module.HomePart)),
  about: lazyPart(() => import('#/features/songs/about-part.tsx').then((module) => module.AboutPart)),
  concert: lazyPart(() => import('#/features/songs/concert-part.tsx').then((module) => module.ConcertPart)),
  list: withRows(() => import('#/features/songs/list-part.tsx').then((module) => module.ListPart)),
  'song-detail': lazyPart(() => import('../song-event/song-detail-part.tsx').then((module) => module.SongDetailPart)),
  rewards: lazyPart(() => import('#/features/songs/rewards-part.tsx').then((module) => module.RewardsPart)),
  center: lazyPart(() => import('../song-event/center-part.tsx').then((module) => module.CenterPart)),
} as const satisfies Record<string, LazyPart>;

const notFound = lazyPart(() => import('./not-found-screen.tsx').then((module) => module.NotFoundScreen));

/** Returns the sub-screen of a path at or beneath the event's own. */
function partAt(path: string): LazyPart {
  const name = path.slice(songEventPath.length + 1) || 'home';
  return Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : notFound;
}

/** Fetches every sub-screen early; all of them together are lighter than one picture. */
function preloadParts(): void {
  for (const { preload } of Object.values(parts)) void preload();
}

/** After this time the sub-screen of the address has its chunk. */
const preloadAfterMs = 1500;

/**
 * Returns the screen once the sub-screen of the address has its chunk: the app draws both at once, and finds in them
 * what the fan has pressed before.
 */
export async function loadSnh48voteScreen(): Promise<() => ReactNode> {
  if (location.pathname.startsWith(songEventPath)) await partAt(location.pathname).preload();
  return Snh48voteScreen;
}

/** Shows the song event with its sub-screens; unknown paths beneath it show the not-found screen. */
function Snh48voteScreen(): ReactNode {
  const [path] = useLocation();
  const { Component } = partAt(path);
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
