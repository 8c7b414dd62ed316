import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from './icons/draw-icon.tsx';

export type NavItem = { readonly to: string; readonly label: MessageId; readonly icon: IconComponent };

type BottomNavProps = {
  items: readonly NavItem[];
  /** Called as soon as a finger or pointer is on an item, to load its screen early. */
  onIntent?: (to: string) => void;
};

/** The five places of the app, always within the thumb's reach. */
export function BottomNav({ items, onIntent }: BottomNavProps): ReactNode {
  const t = useText();
  const [location] = useLocation();
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-40 mx-auto w-full max-w-[448px] border-t border-line bg-surface/90 backdrop-blur-xl"
      style={{ paddingBottom: 'var(--safe-bottom)' }}
    >
      <ul className="grid auto-cols-fr grid-flow-col" style={{ height: 'var(--nav-height)' }}>
        {items.map(({ to, label, icon: Icon }) => {
          const here = location === to;
          return (
            <li key={to} className="grid min-w-0">
              <Link
                href={to}
                aria-current={here ? 'page' : undefined}
                onPointerDown={() => onIntent?.(to)}
                className={`press grid place-content-center justify-items-center gap-0.5 text-[min(0.75rem,15px)] leading-4 font-bold ${
                  here ? 'text-brand' : 'text-mute'
                }`}
              >
                <span className={`grid h-7 w-14 place-content-center rounded-full ${here ? 'bg-brand-soft' : ''}`}>
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
