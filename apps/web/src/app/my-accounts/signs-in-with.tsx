import type { ReactNode } from 'react';
import { shortAddress } from '#/lib/format/short-address.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { SessionUser } from '#/lib/session/session.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { MailIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

/** The email and the wallet the fan signs in with, as far as they are known by now. */
export function SignsInWith({ user }: { user: SessionUser | undefined }): ReactNode {
  const t = useText();
  const { email, walletAddress } = user ?? {};
  if (!email && !walletAddress) {
    return (
      <LoadingRegion>
        <Skeleton className="h-11 rounded-control" />
      </LoadingRegion>
    );
  }
  return (
    <ul className="space-y-3">
      {walletAddress ? <Row icon={WalletIcon} name={t('security.wallet')} value={shortAddress(walletAddress)} /> : null}
      {email ? <Row icon={MailIcon} name={t('account.email')} value={email} /> : null}
    </ul>
  );
}

function Row({ icon: Icon, name, value }: { icon: IconComponent; name: string; value: string }): ReactNode {
  return (
    <li className="flex items-center gap-3.5">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-caption font-semibold text-mute">{name}</span>
        <span className="block truncate text-body font-bold">{value}</span>
      </span>
    </li>
  );
}
