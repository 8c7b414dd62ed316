import { homePart, type LazyPart, lazyPart } from '#/lib/lazy-part.ts';

/**
 * The five places and the sign-in, each in its own chunk. All other screens are in `other-screens.tsx`, whose routes would
 * burden the first screen. `/x` is `screens/x-screen.tsx`: the build finds the chunks to prefetch by this name.
 */
export const places = {
  '/': homePart(() => import('./screens/home-screen.tsx').then((module) => module.HomeScreen)),
  '/vote-activity': lazyPart(() =>
    import('./screens/vote-activity-screen.tsx').then((module) => module.VoteActivityScreen),
  ),
  '/task': lazyPart(() => import('./screens/task-screen.tsx').then((module) => module.TaskScreen)),
  '/mall': lazyPart(() => import('./screens/mall-screen.tsx').then((module) => module.MallScreen)),
  '/me': lazyPart(() => import('./screens/me-screen.tsx').then((module) => module.MeScreen)),
  '/login': lazyPart(() => import('./screens/login-screen.tsx').then((module) => module.LoginScreen)),
} as const satisfies Record<string, LazyPart>;

/** Returns a path without the slash that is forgiven at its end. */
export function withoutEndSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}
