import { type LazyScreen, lazyScreen } from '#/lib/load-screen.ts';

/** Every screen by its route, each in a chunk of its own. */
export const screens = {
  '/': lazyScreen(() => import('./screens/home-screen.tsx').then((module) => module.HomeScreen)),
  '/vote-activity': lazyScreen(() => import('./screens/vote-screen.tsx').then((module) => module.VoteScreen)),
  '/task': lazyScreen(() => import('./screens/task-screen.tsx').then((module) => module.TaskScreen)),
  '/mall': lazyScreen(() => import('./screens/mall-screen.tsx').then((module) => module.MallScreen)),
  '/me': lazyScreen(() => import('./screens/me-screen.tsx').then((module) => module.MeScreen)),
  '/login': lazyScreen(() => import('./screens/login-screen.tsx').then((module) => module.LoginScreen)),
} as const satisfies Record<string, LazyScreen>;

export const notFoundScreen = lazyScreen(() =>
  import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen),
);

/** Fetches a screen's chunk early; an unknown path is ignored. */
export function preloadScreen(path: string): void {
  screens[path as keyof typeof screens]?.preload();
}
