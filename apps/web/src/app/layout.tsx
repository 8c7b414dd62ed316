import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { BottomNav, type NavItem } from '#/ui/bottom-nav.tsx';
import { Footer } from '#/ui/footer.tsx';
import { HomeIcon, MallIcon, MeIcon, TasksIcon, TrophyIcon } from '#/ui/icons/first-icons.tsx';
import { preloadScreen } from './screens.ts';
import { usePlatform } from './use-platform.ts';

const places: readonly NavItem[] = [
  { to: '/', label: 'nav.home', icon: HomeIcon },
  { to: '/vote-activity', label: 'nav.ranking', icon: TrophyIcon },
  { to: '/task', label: 'nav.tasks', icon: TasksIcon },
  { to: '/mall', label: 'nav.mall', icon: MallIcon },
  { to: '/me', label: 'nav.me', icon: MeIcon },
];

/** Every screen's frame: one column, the footer beneath, the navigation within the thumb's reach. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  const [location] = useLocation();
  const platform = usePlatform();
  // A host app has its own navigation. Signing in is one task with one way out; the five places would only distract.
  const hasNav = platform === 'web' && location !== '/login';
  usePreloadedPlaces();
  return (
    <div className="app-column" data-nav={hasNav}>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      <main id="main" tabIndex={-1} className="min-h-dvh">
        {children}
      </main>
      <div style={{ paddingBottom: 'calc(var(--nav-height) + var(--safe-bottom))' }}>
        <Footer />
      </div>
      {hasNav ? <BottomNav items={places} onIntent={(to) => void preloadScreen(to)} /> : null}
    </div>
  );
}

/** Fetches the other screens once the first one has settled, so that moving between them is instant. */
function usePreloadedPlaces(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const { to } of places) void preloadScreen(to);
    }, 3000);
    return () => clearTimeout(timer);
  }, []);
}
