import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';
import { writtenPages } from './pages/written-pages.ts';
import { places, withoutEndSlash } from './places.ts';

const writtenPage = (slug: keyof typeof writtenPages) =>
  lazyPart(() =>
    import('./pages/written-page.tsx').then((module) => module.writtenPageScreen(slug, writtenPages[slug])),
  );

/** Every screen except the five places, by route. `/snh48vote` covers all paths beneath it. */
const others = {
  '/activity': lazyPart(() => import('./screens/activity-screen.tsx').then((module) => module.ActivityScreen)),
  '/best7': lazyPart(() => import('./screens/best7-screen.tsx').then((module) => module.Best7Screen)),
  '/best7-vote-records': lazyPart(() =>
    import('./screens/best7-vote-records-screen.tsx').then((module) => module.Best7VoteRecordsScreen),
  ),
  '/box': lazyPart(() => import('./screens/box-screen.tsx').then((module) => module.BoxScreen)),
  '/draw': lazyPart(() => import('./screens/draw-screen.tsx').then((module) => module.DrawScreen)),
  '/packet': lazyPart(() => import('./screens/packet-screen.tsx').then((module) => module.PacketScreen)),
  '/live': lazyPart(() => import('./screens/live-screen.tsx').then((module) => module.LiveScreen)),
  '/live/studio': lazyPart(() => import('./screens/live/studio-screen.tsx').then((module) => module.StudioScreen)),
  '/event-summary': lazyPart(() =>
    import('./screens/event-summary-screen.tsx').then((module) => module.EventSummaryScreen),
  ),
  '/about-us': writtenPage('about-us'),
  '/privacy-policy': writtenPage('privacy-policy'),
  '/csae-policy': writtenPage('csae-policy'),
  '/use-terms': writtenPage('use-terms'),
  '/logoff': lazyPart(() => import('./screens/logoff-screen.tsx').then((module) => module.LogoffScreen)),
  '/ranking-intro': lazyPart(() =>
    import('./screens/ranking-intro-screen.tsx').then((module) => module.RankingIntroScreen),
  ),
  '/rule': lazyPart(() => import('./screens/rule-screen.tsx').then((module) => module.RuleScreen)),
  '/search-idol': lazyPart(() => import('./screens/search-idol-screen.tsx').then((module) => module.SearchIdolScreen)),
  '/idol': lazyPart(() => import('./screens/idol-screen.tsx').then((module) => module.IdolScreen)),
  '/support-record': lazyPart(() =>
    import('./screens/support-record-screen.tsx').then((module) => module.SupportRecordScreen),
  ),
  '/video-rules': writtenPage('video-rules'),
  '/ai-avatar-rules': writtenPage('ai-avatar-rules'),
  '/feature-fan-question-rule': writtenPage('feature-fan-question-rule'),
  '/feature-fan-rule': writtenPage('feature-fan-rule'),
  '/agent-live-room': lazyPart(() =>
    import('./screens/agent-live-room-screen.tsx').then((module) => module.AgentLiveRoomScreen),
  ),
  '/stake': lazyPart(() => import('./screens/stake-screen.tsx').then((module) => module.StakeScreen)),
  '/snh48vote': lazyPart(() => import('./screens/snh48vote-screen.tsx').then((module) => module.loadSnh48voteScreen())),
  '/dazzle-upload': lazyPart(() =>
    import('./screens/dazzle-upload-screen.tsx').then((module) => module.DazzleUploadScreen),
  ),
  '/forgot-password': lazyPart(() =>
    import('./screens/forgot-password-screen.tsx').then((module) => module.ForgotPasswordScreen),
  ),
  '/unsubscribe': lazyPart(() => import('./screens/unsubscribe-screen.tsx').then((module) => module.UnsubscribeScreen)),
  '/my-profile': lazyPart(() => import('./screens/my-profile-screen.tsx').then((module) => module.MyProfileScreen)),
  '/my-security': lazyPart(() => import('./screens/my-security-screen.tsx').then((module) => module.MySecurityScreen)),
  '/my-devices': lazyPart(() => import('./screens/my-devices-screen.tsx').then((module) => module.MyDevicesScreen)),
  '/my-accounts': lazyPart(() => import('./screens/my-accounts-screen.tsx').then((module) => module.MyAccountsScreen)),
  '/my-invites': lazyPart(() => import('./screens/my-invites-screen.tsx').then((module) => module.MyInvitesScreen)),
  '/my-points': lazyPart(() => import('./screens/my-points-screen.tsx').then((module) => module.MyPointsScreen)),
  '/my-tasks': lazyPart(() => import('./screens/my-tasks-screen.tsx').then((module) => module.MyTasksScreen)),
  '/my-assets': lazyPart(() => import('./screens/my-assets-screen.tsx').then((module) => module.MyAssetsScreen)),
  '/my-orders': lazyPart(() => import('./screens/my-orders-screen.tsx').then((module) => module.MyOrdersScreen)),
  '/my-luck': lazyPart(() => import('./screens/my-luck-screen.tsx').then((module) => module.MyLuckScreen)),
  '/notifications': lazyPart(() =>
    import('./screens/notifications-screen.tsx').then((module) => module.NotificationsScreen),
  ),
  '/my-data': lazyPart(() => import('./screens/my-data-screen.tsx').then((module) => module.MyDataScreen)),
  '/riddles': lazyPart(() => import('./screens/riddles-screen.tsx').then((module) => module.RiddlesScreen)),
  '/fan-ranking': lazyPart(() => import('./screens/fan-ranking-screen.tsx').then((module) => module.FanRankingScreen)),
  '/social-callback': lazyPart(() =>
    import('./screens/social-callback-screen.tsx').then((module) => module.SocialCallbackScreen),
  ),
} as const satisfies Record<string, LazyPart>;

const notFoundScreen = lazyPart(() => import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen));

/**
 * Returns the route of a path; none for an address without a screen. Paths match exactly, only `/snh48vote` is a
 * prefix.
 */
export function routeOf(path: string): keyof typeof places | keyof typeof others | undefined {
  const route = path.startsWith('/snh48vote/') ? '/snh48vote' : withoutEndSlash(path);
  if (Object.hasOwn(places, route)) return route as keyof typeof places;
  return Object.hasOwn(others, route) ? (route as keyof typeof others) : undefined;
}

/** Returns the screen of a path that is none of the five places. */
export function otherScreenAt(path: string): LazyPart {
  const route = routeOf(path);
  return route !== undefined && route in others ? others[route as keyof typeof others] : notFoundScreen;
}

/** Shows the screen of the current path. */
export function OtherScreen(): ReactNode {
  const [location] = useLocation();
  const { Component } = otherScreenAt(location);
  return <Component />;
}
