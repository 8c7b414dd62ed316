import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isHostHeaderHidden } from '#/lib/host/go-back.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { MeIcon } from '#/ui/icons/shell-icons.tsx';
import { Logo } from '#/ui/logo.tsx';
import { BackLink } from '#/ui/screen-header.tsx';

/**
 * Shows the bar of a stage inside a host, which signs fans in and shows their Points. The host has the back button unless
 * its header bar is hidden.
 */
export function HostBar(): ReactNode {
  const t = useText();
  const session = useSession();
  return (
    <>
      {isHostHeaderHidden() ? <BackLink to="/" onStage /> : <Logo />}
      {session ? (
        <Link
          href="/me"
          aria-label={`${t('nav.me')} ${t('points.toMine')}`}
          className="press grid size-11 place-content-center rounded-full bg-black/30 text-white glassy"
        >
          <MeIcon size={22} />
        </Link>
      ) : null}
    </>
  );
}
