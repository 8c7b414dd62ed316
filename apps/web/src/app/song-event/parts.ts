import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import { songEventPath } from './sections.ts';

/** The sub-screens of the song event by the last part of their address, each in its own chunk. */
const parts = {
  home: lazyPart(() => import('./home-part.tsx').then((module) => module.HomePart)),
  about: lazyPart(() => import('./about-part.tsx').then((module) => module.AboutPart)),
  concert: lazyPart(() => import('./concert-part.tsx').then((module) => module.ConcertPart)),
  list: lazyPart(() => import('./list-part.tsx').then((module) => module.ListPart)),
  'song-detail': lazyPart(() => import('./song-detail-part.tsx').then((module) => module.SongDetailPart)),
  rewards: lazyPart(() => import('./rewards-part.tsx').then((module) => module.RewardsPart)),
  center: lazyPart(() => import('./center-part.tsx').then((module) => module.CenterPart)),
} as const satisfies Record<string, LazyPart>;

const notFound = lazyPart(() => import('../screens/not-found-screen.tsx').then((module) => module.NotFoundScreen));

/** The sub-screen of a path at or beneath the event's own. */
export function partAt(path: string): LazyPart {
  const name = path.slice(songEventPath.length + 1) || 'home';
  return Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : notFound;
}

/** Fetches every sub-screen early; all of them together are lighter than one picture. */
export function preloadParts(): void {
  for (const { preload } of Object.values(parts)) void preload();
}
