import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { goBackOrUp, hasWayBack } from '#/lib/host/go-back.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { BackIcon } from './icons/first-icons.tsx';

type BackLinkProps = {
  /** Where this screen belongs: the way for a fan who came straight to it, by a shared link for example. */
  to: string;
  onStage?: boolean;
};

/**
 * The way back from a screen that is not one of the five places. It goes back in the history where there is one, which
 * brings the fan to the very spot they left, else back to the host, and to where the screen belongs otherwise.
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
        onStage ? 'bg-black/30 text-white backdrop-blur' : 'bg-surface text-ink'
      }`}
    >
      <BackIcon size={22} />
    </Link>
  );
}
