import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { goBackOrUp, hasWayBack, isHostHeaderHidden } from '#/lib/host/go-back.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { BackIcon } from './icons/shell-icons.tsx';
import { ScreenTitle } from './screen-title.tsx';

type ScreenHeaderProps = {
  title: string;
  subtitle?: ReactNode;
  trailing?: ReactNode;
  /** The screen above, on a screen that is not one of the five places. */
  backTo?: string;
};

/** Shows the head of a screen without a stage. */
export function ScreenHeader({ title, subtitle, trailing, backTo }: ScreenHeaderProps): ReactNode {
  const wayBack = backTo ?? (isHostHeaderHidden() ? '/' : undefined);
  return (
    <header className="screen-top px-4 pb-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className="flex min-w-0 items-center gap-3">
          {wayBack === undefined ? null : <BackLink to={wayBack} />}
          <ScreenTitle>{title}</ScreenTitle>
        </div>
        {trailing}
      </div>
      {subtitle ? <p className="mt-1 text-small text-mute">{subtitle}</p> : null}
    </header>
  );
}

type BackLinkProps = {
  /** The screen above this one, for a fan who came straight to it, by a shared link for example. */
  to: string;
  onStage?: boolean;
};

/**
 * Links back from a screen outside the navigation: to the former place in the history if there is one, else to
 * the host, else to the parent screen.
 */
export function BackLink({ to, onStage = false }: BackLinkProps): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();

  const goBack = (event: MouseEvent) => {
    // With a key held down the fan wants another tab, and the browser knows how.
    if (!hasWayBack() || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void goBackOrUp(() => navigate(to));
  };

  return (
    <Link
      href={to}
      aria-label={t('nav.back')}
      onClick={goBack}
      className={`press grid size-11 shrink-0 place-content-center rounded-full ${
        onStage ? 'bg-black/30 text-white glassy' : 'bg-surface text-ink'
      }`}
    >
      <BackIcon size={22} />
    </Link>
  );
}
