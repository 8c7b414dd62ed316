import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';

/** Every screen by its route, each in a chunk of its own. */
export const screens = {
  '/': lazyPart(() => import('./screens/home-screen.tsx').then((module) => module.HomeScreen)),
  '/vote-activity': lazyPart(() => import('./screens/vote-screen.tsx').then((module) => module.VoteScreen)),
  '/task': lazyPart(() => import('./screens/task-screen.tsx').then((module) => module.TaskScreen)),
  '/mall': lazyPart(() => import('./screens/mall-screen.tsx').then((module) => module.MallScreen)),
  '/me': lazyPart(() => import('./screens/me-screen.tsx').then((module) => module.MeScreen)),
  '/login': lazyPart(() => import('./screens/login-screen.tsx').then((module) => module.LoginScreen)),
} as const satisfies Record<string, LazyPart>;

export const notFoundScreen = lazyPart(() =>
  import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen),
);

/** Fetches a screen's chunk early; an unknown path is ignored. */
export function preloadScreen(path: string): void {
  screens[path as keyof typeof screens]?.preload();
}
