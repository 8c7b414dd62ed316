import { type LazyPart, lazyPart } from '#/lib/lazy-part.ts';

/**
 * Every screen by its route, each in a chunk of its own: the screen of `/x` is `screens/x-screen.tsx`, by which name the
 * build finds the chunks to fetch ahead. `/snh48vote` stands for everything beneath it too.
 */
export const screens = {
  '/': lazyPart(() => import('./screens/home-screen.tsx').then((module) => module.HomeScreen)),
  '/activity': lazyPart(() => import('./screens/activity-screen.tsx').then((module) => module.ActivityScreen)),
  '/best7': lazyPart(() => import('./screens/best7-screen.tsx').then((module) => module.Best7Screen)),
  '/best7-vote-records': lazyPart(() =>
    import('./screens/best7-vote-records-screen.tsx').then((module) => module.Best7VoteRecordsScreen),
  ),
  '/live': lazyPart(() => import('./screens/live-screen.tsx').then((module) => module.LiveScreen)),
  '/event-summary': lazyPart(() =>
    import('./screens/event-summary-screen.tsx').then((module) => module.EventSummaryScreen),
  ),
  '/task': lazyPart(() => import('./screens/task-screen.tsx').then((module) => module.TaskScreen)),
  '/about-us': lazyPart(() => import('./screens/about-us-screen.tsx').then((module) => module.AboutUsScreen)),
  '/privacy-policy': lazyPart(() =>
    import('./screens/privacy-policy-screen.tsx').then((module) => module.PrivacyPolicyScreen),
  ),
  '/csae-policy': lazyPart(() => import('./screens/csae-policy-screen.tsx').then((module) => module.CsaePolicyScreen)),
  '/use-terms': lazyPart(() => import('./screens/use-terms-screen.tsx').then((module) => module.UseTermsScreen)),
  '/logoff': lazyPart(() => import('./screens/logoff-screen.tsx').then((module) => module.LogoffScreen)),
  '/vote-activity': lazyPart(() =>
    import('./screens/vote-activity-screen.tsx').then((module) => module.VoteActivityScreen),
  ),
  '/ranking-intro': lazyPart(() =>
    import('./screens/ranking-intro-screen.tsx').then((module) => module.RankingIntroScreen),
  ),
  '/rule': lazyPart(() => import('./screens/rule-screen.tsx').then((module) => module.RuleScreen)),
  '/search-idol': lazyPart(() => import('./screens/search-idol-screen.tsx').then((module) => module.SearchIdolScreen)),
  '/support-record': lazyPart(() =>
    import('./screens/support-record-screen.tsx').then((module) => module.SupportRecordScreen),
  ),
  '/video-rules': lazyPart(() => import('./screens/video-rules-screen.tsx').then((module) => module.VideoRulesScreen)),
  '/ai-avatar-rules': lazyPart(() =>
    import('./screens/ai-avatar-rules-screen.tsx').then((module) => module.AiAvatarRulesScreen),
  ),
  '/feature-fan-question-rule': lazyPart(() =>
    import('./screens/feature-fan-question-rule-screen.tsx').then((module) => module.FeatureFanQuestionRuleScreen),
  ),
  '/feature-fan-rule': lazyPart(() =>
    import('./screens/feature-fan-rule-screen.tsx').then((module) => module.FeatureFanRuleScreen),
  ),
  '/agent-live-room': lazyPart(() =>
    import('./screens/agent-live-room-screen.tsx').then((module) => module.AgentLiveRoomScreen),
  ),
  '/stake': lazyPart(() => import('./screens/stake-screen.tsx').then((module) => module.StakeScreen)),
  '/snh48vote': lazyPart(() => import('./screens/snh48vote-screen.tsx').then((module) => module.Snh48voteScreen)),
  '/dazzle-upload': lazyPart(() =>
    import('./screens/dazzle-upload-screen.tsx').then((module) => module.DazzleUploadScreen),
  ),
  '/mall': lazyPart(() => import('./screens/mall-screen.tsx').then((module) => module.MallScreen)),
  '/me': lazyPart(() => import('./screens/me-screen.tsx').then((module) => module.MeScreen)),
  '/login': lazyPart(() => import('./screens/login-screen.tsx').then((module) => module.LoginScreen)),
} as const satisfies Record<string, LazyPart>;

export const notFoundScreen = lazyPart(() =>
  import('./screens/not-found-screen.tsx').then((module) => module.NotFoundScreen),
);

/**
 * The route of a path; none for an address without a screen. Paths match exactly, but for a slash at
 * the end; only `/snh48vote` is a prefix.
 */
export function routeOf(path: string): keyof typeof screens | undefined {
  const route = path.startsWith('/snh48vote/') ? '/snh48vote' : path.replace(/(.)\/$/, '$1');
  return Object.hasOwn(screens, route) ? (route as keyof typeof screens) : undefined;
}

/** The screen of a path. */
export function screenAt(path: string): LazyPart {
  const route = routeOf(path);
  return route ? screens[route] : notFoundScreen;
}

/** Fetches a screen's chunk early. */
export function preloadScreen(path: string): Promise<void> {
  return screenAt(path).preload();
}
