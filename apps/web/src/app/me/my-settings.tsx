import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { SignOutIcon } from '#/ui/icons/more-icons.tsx';
import { LanguageSwitch } from '#/ui/language-switch.tsx';
import { ThemeSwitch } from '#/ui/theme-switch.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { SignOutModal } from './sign-out-modal.tsx';

/** Language, theme, and the way out. */
export function MySettings(): ReactNode {
  const t = useText();
  const [, navigate] = useLocation();
  const [asks, setAsks] = useState(false);
  return (
    <section aria-labelledby="my-settings" className="card">
      <SectionHeading id="my-settings">{t('me.settings')}</SectionHeading>
      <div className="space-y-4">
        <Setting title={t('settings.language')}>
          <LanguageSwitch />
        </Setting>
        <Setting title={t('settings.theme')}>
          <ThemeSwitch />
        </Setting>
        <Button variant="soft" size="large" onClick={() => setAsks(true)}>
          <SignOutIcon size={20} />
          {t('account.signOut')}
        </Button>
      </div>
      {asks ? (
        <SignOutModal onClose={() => setAsks(false)} onSignedOut={() => navigate('/', { replace: true })} />
      ) : null}
    </section>
  );
}

function Setting({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-small font-semibold text-mute">
        {title}
      </p>
      {children}
    </div>
  );
}
