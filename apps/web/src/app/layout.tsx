import { type ReactNode, Suspense } from 'react';
import { useLocation, Link } from 'wouter';
import { buildStamp } from '#/lib/build-stamp.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useConfig } from '#/lib/use-config.ts';
import { useIsWide } from '#/lib/use-is-wide.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import {
  CalendarIcon,
  HomeIcon,
  LiveIcon,
  MallIcon,
  MeIcon,
  MusicIcon,
  TasksIcon,
  TrophyIcon,
} from '#/ui/icons/shell-icons.tsx';
import { Logo } from '#/ui/logo.tsx';
import { preloadScreen } from './screens.ts';
import { usePlatform } from '../lib/platform.ts';

const places: readonly NavItem[] = [
  { to: '/', label: 'nav.home', icon: HomeIcon },
  { to: '/vote-activity', label: 'nav.ranking', icon: TrophyIcon },
  { to: '/task', label: 'nav.tasks', icon: TasksIcon },
  { to: '/mall', label: 'nav.mall', icon: MallIcon },
  { to: '/activity', label: 'nav.activities', icon: CalendarIcon, onRailOnly: true },
  { to: '/live', label: 'nav.live', icon: LiveIcon, onRailOnly: true },
  { to: '/snh48vote', label: 'nav.songs', icon: MusicIcon, onRailOnly: true },
  { to: '/me', label: 'nav.me', icon: MeIcon },
];

/** Screens that a fan should finish without an offer beside them. */
const alone = /^\/(?:login|logoff|forgot-password|social-callback)/;

const loadSide = () => import('./side.tsx');
const side = lazyPart(() => loadSide().then((module) => module.Side));
const railIdols = lazyPart(() => loadSide().then((module) => module.RailIdols));

/** Frames every screen: the navigation, the screen with the footer beneath, and from a wide screen on the side column. */
export function Layout({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  const platform = usePlatform();
  const isWide = useIsWide();
  const [path] = useLocation();
  // A host app has its own navigation.
  const hasNav = platform === 'web';
  return (
    <div className="frame" data-nav={hasNav} data-alone={alone.test(path)}>
      <a href="#main" className="skip-link">
        {t('nav.skip')}
      </a>
      {hasNav ? <Nav items={places} onIntent={(to) => void preloadScreen(to)} /> : null}
      <div className="centre">
        <main id="main" tabIndex={-1} className="min-h-dvh">
          {children}
        </main>
        <Footer />
      </div>
      {isWide && !alone.test(path) ? (
        <Suspense>
          <side.Component />
        </Suspense>
      ) : null}
    </div>
  );
}

type NavItem = {
  readonly to: string;
  readonly label: MessageId;
  readonly icon: IconComponent;
  /** The bar of a phone has room for five. */
  readonly onRailOnly?: true;
};

type NavProps = {
  items: readonly NavItem[];
  /** Runs as soon as a finger or pointer is on an item, to load its screen early. */
  onIntent?: (to: string) => void;
};

/** Shows where to go: a bar within the thumb's reach on a phone, a rail at the left of a wider screen (nav.css). */
function Nav({ items, onIntent }: NavProps): ReactNode {
  const t = useText();
  const [location] = useLocation();
  return (
    <nav aria-label={t('nav.label')} className="nav">
      <p className="rail-logo">
        <Logo />
      </p>
      <ul className="places">
        {items.map(({ to, label, icon: Icon, onRailOnly }) => (
          <li key={to} data-rail={onRailOnly}>
            <Link
              href={to}
              aria-current={location === to ? 'page' : undefined}
              onPointerDown={() => onIntent?.(to)}
              className="press"
            >
              <span>
                <Icon size={23} />
              </span>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
      {useIsWide() ? (
        <Suspense>
          <railIdols.Component />
        </Suspense>
      ) : null}
    </nav>
  );
}

/** Says whether this is a demo, and which build: latest commit message, short id and build time. */
function Footer(): ReactNode {
  const t = useText();
  const { commitId, commitMessage, builtAt } = buildStamp();
  const build = `${commitId} · ${builtAt.slice(0, 19).replace('T', ' ')} UTC · ${commitMessage}`;
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
