import { type ReactNode, useState } from 'react';
import { shortAddress } from '#/lib/format/text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import type { UserInfo } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { LockIcon, MailIcon, WalletIcon } from '#/ui/icons/more-icons.tsx';
import { ChangeEmailSheet } from './change-email-sheet.tsx';
import { ChangePasswordSheet, SetPasswordForm } from './change-password-sheet.tsx';

type WaysInProps = {
  user: Pick<UserInfo, 'email' | 'hasPassword' | 'walletAddress'>;
  /** Whether the form for a first password is open from the start. */
  setsPassword: boolean;
};

/** What the fan signs in with, and the way to change each. */
export function SignInMethods({ user, setsPassword }: WaysInProps): ReactNode {
  const { email, hasPassword, walletAddress } = user;
  const t = useText();
  const [open, setOpen] = useState<'email' | 'password' | null>(setsPassword ? 'password' : null);
  const close = () => setOpen(null);
  return (
    <>
      <ul className="divide-y divide-line">
        {walletAddress === null ? null : (
          <WayIn icon={WalletIcon} name={t('security.wallet')} value={shortAddress(walletAddress)} />
        )}
        <WayIn
          icon={MailIcon}
          name={t('account.email')}
          value={email ?? t('security.noEmail')}
          action={email === null ? t('security.add') : t('security.change')}
          onAct={() => setOpen('email')}
        />
        {email === null ? null : (
          <WayIn
            icon={LockIcon}
            name={t('account.password')}
            value={hasPassword ? t('security.passwordSet') : t('security.noPassword')}
            action={hasPassword ? t('security.change') : t('security.set')}
            onAct={() => setOpen('password')}
          />
        )}
      </ul>
      {open === 'email' ? <ChangeEmailSheet user={user} onClose={close} /> : null}
      {open === 'password' && email !== null && hasPassword ? (
        <ChangePasswordSheet email={email} onClose={close} />
      ) : null}
      {open === 'password' && email !== null && !hasPassword ? <SetPasswordForm email={email} onClose={close} /> : null}
    </>
  );
}

type WayInProps = { icon: IconComponent; name: string; value: string; action?: string; onAct?: () => void };

function WayIn({ icon: Icon, name, value, action, onAct }: WayInProps): ReactNode {
  return (
    <li className="flex items-center gap-3.5 py-3.5 first:pt-0 last:pb-0">
      <span className="grid size-11 shrink-0 place-content-center rounded-control bg-brand-soft text-brand">
        <Icon size={22} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-caption font-semibold text-mute">{name}</span>
        <span className="block text-body font-bold wrap-anywhere">{value}</span>
      </span>
      {action === undefined ? null : (
        <Button variant="soft" className="shrink-0" aria-label={`${action} · ${name}`} onClick={onAct}>
          {action}
        </Button>
      )}
    </li>
  );
}
