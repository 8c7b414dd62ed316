/**
 * The screens that content may link to. Paths match exactly; `/snh48vote` has its own paths. The sign-in screens are
 * excluded: the app opens them when needed.
 */
export const screenRoutes = [
  '/',
  '/activity',
  '/packet',
  '/best7',
  '/best7-vote-records',
  '/box',
  '/draw',
  '/live',
  '/event-summary',
  '/task',
  '/about-us',
  '/privacy-policy',
  '/csae-policy',
  '/use-terms',
  '/logoff',
  '/vote-activity',
  '/ranking-intro',
  '/rule',
  '/search-idol',
  '/idol',
  '/support-record',
  '/video-rules',
  '/ai-avatar-rules',
  '/feature-fan-question-rule',
  '/feature-fan-rule',
  '/agent-live-room',
  '/stake',
  '/snh48vote',
  '/snh48vote/home',
  '/snh48vote/about',
  '/snh48vote/concert',
  '/snh48vote/list',
  '/snh48vote/song-detail',
  '/snh48vote/rewards',
  '/snh48vote/center',
  '/dazzle-upload',
  '/mall',
  '/me',
  '/my-profile',
  '/my-security',
  '/my-devices',
  '/my-accounts',
  '/my-invites',
  '/my-points',
  '/my-assets',
  '/my-orders',
  '/my-luck',
  '/notifications',
  '/my-data',
  '/my-tasks',
  '/riddles',
  '/fan-ranking',
] as const;

export type ScreenRoute = (typeof screenRoutes)[number];

/** Names of screens that are not their route. */
const names: Readonly<Record<string, string>> = { '/dazzle-upload': 'video_upload' } satisfies Partial<
  Record<ScreenRoute, string>
>;

/** Returns the name of a screen in reports: of most screens the route itself. */
export function screenName(route: string): string {
  return names[route] ?? route;
}
