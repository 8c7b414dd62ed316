import type { ReactNode } from 'react';
import { useLocation, Link } from 'wouter';
import { buildStamp } from '#/lib/build-stamp.ts';
import { formatDateTime } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useConfig } from '#/lib/use-config.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { HomeIcon, MallIcon, MeIcon, TasksIcon, TrophyIcon } from '#/ui/icons/shell-icons.tsx';
import { preloadScreen } from './screens.ts';
import { usePlatform } from '../lib/platform.ts';

const places: readonly NavItem[] = [
  { to: '/', label: 'nav.home', icon: HomeIcon },
  { to: '/vote-activity', label: 'nav.ranking', icon: TrophyIcon },
  { to: '/task', label: 'nav.tasks', icon: TasksIcon },
  { to: '/mall', label: 'nav.mall', icon: MallIcon },
  { to: '/me', label: 'nav.me', icon: MeIcon },
];

/** Frames every screen: one column, the footer beneath, the navigation within the thumb's reach. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  const platform = usePlatform();
  // A host app has its own navigation.
  const hasNav = platform === 'web';
  return (
    <div className="app-column" data-nav={hasNav}>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      <main id="main" tabIndex={-1} className="min-h-dvh">
        {children}
      </main>
      <div className="pb-[calc(var(--nav-height)+var(--safe-bottom))]">
        <Footer />
      </div>
      {hasNav ? <BottomNav items={places} onIntent={(to) => void preloadScreen(to)} /> : null}
    </div>
  );
}

type NavItem = { readonly to: string; readonly label: MessageId; readonly icon: IconComponent };

type BottomNavProps = {
  items: readonly NavItem[];
  /** Runs as soon as a finger or pointer is on an item, to load its screen early. */
  onIntent?: (to: string) => void;
};

/** Shows the five places of the app, always within the thumb's reach. */
function BottomNav({ items, onIntent }: BottomNavProps): ReactNode {
  const t = useText();
  const [location] = useLocation();
  return (
    <nav
      aria-label={t('nav.label')}
      className={
        'fixed inset-x-0 bottom-0 z-40 mx-auto w-full max-w-[448px] ' +
        'border-t border-line bg-surface pb-(--safe-bottom)'
      }
    >
      <ul className="grid h-(--nav-height) grid-cols-5">
        {items.map(({ to, label, icon: Icon }) => {
          const here = location === to;
          const ground = here ? 'bg-brand-soft' : '';
          return (
            <li key={to} className="grid min-w-0">
              <Link
                href={to}
                aria-current={here ? 'page' : undefined}
                onPointerDown={() => onIntent?.(to)}
                className={
                  'press grid content-center justify-items-center gap-0.5 text-[min(0.75rem,15px,4.6vw)] ' +
                  `leading-4 font-bold ${here ? 'text-brand' : 'text-mute'}`
                }
              >
                <span className={`grid h-7 w-full max-w-14 place-content-center rounded-full ${ground}`}>
                  <Icon size={23} />
                </span>
                {t(label)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Says whether this is a demo, and which build: latest commit message, short id and build time. */
function Footer(): ReactNode {
  const t = useText();
  const { commitId, commitMessage, builtAt } = buildStamp();
  const build = `${commitId} · ${formatDateTime(new Date(builtAt))} · ${commitMessage}`;
  const { data } = useConfig();
  return (
    <footer className="px-6 pt-8 pb-6 text-center text-caption text-mute">
      {data?.isDemo ? <p className="pb-2 text-small">{t('footer.demo')}</p> : null}
      <p title={build} className="num truncate">
        {build}
      </p>
    </footer>
  );
}
