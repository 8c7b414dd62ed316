import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { beginErrorText } from './social-error-text.ts';
import { providerIcons, providerNames, type SocialProvider } from './social-provider.ts';
import { UnlinkModal } from './unlink-modal.tsx';
import { useLinkAccount } from './use-link-account.ts';

export type SocialMode = 'live' | 'sandbox' | 'off';

type AccountCardProps = {
  provider: SocialProvider;
  mode: SocialMode;
  /** Of the account that is linked. */
  name: string | null;
  /** The path of the screen that is shown once an account is linked. */
  comeBackTo: string;
};

/** One provider: which account is linked, and the way to link or unlink one. */
export function AccountCard({ provider, mode, name, comeBackTo }: AccountCardProps): ReactNode {
  const t = useText();
  /** The account that the question is about; also while it is no longer linked, so that the answer is read. */
  const [unlinking, setUnlinking] = useState<string | null>(null);
  const [hasUnlinked, setHasUnlinked] = useState(false);
  const heading = useArrivingFocus<HTMLHeadingElement>(hasUnlinked && name === null);
  const link = useLinkAccount(provider, comeBackTo);
  const site = providerNames[provider];
  const headingId = `account-${provider}`;
  return (
    <section aria-labelledby={headingId} className="card space-y-4">
      <div className="flex items-center gap-3.5">
        <ProviderSign provider={provider} lit={name !== null} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2">
            <h2 ref={heading} id={headingId} tabIndex={-1} className="text-title font-bold">
              {site}
            </h2>
            {mode === 'sandbox' ? <Badge tone="warn">{t('social.sandbox')}</Badge> : null}
          </div>
          <p className={`truncate text-body ${name === null ? 'text-mute' : 'font-bold'}`}>
            {name === null ? t('social.notLinked') : `@${name}`}
          </p>
        </div>
        {name === null ? null : (
          <Button variant="soft" aria-label={t('social.unlinkOf', { site })} onClick={() => setUnlinking(name)}>
            {t('social.unlink')}
          </Button>
        )}
      </div>
      {name === null ? (
        <>
          <p className="text-small text-pretty text-mute">
            {mode === 'off' ? t('social.off', { site }) : t(`social.about.${provider}`)}
          </p>
          {link.error ? <InlineAlert>{beginErrorText(link.error, t)}</InlineAlert> : null}
          {mode === 'off' ? null : (
            <Button size="large" busy={link.isPending} onClick={() => link.mutate()}>
              {t('social.link', { site })}
            </Button>
          )}
        </>
      ) : null}
      {mode === 'sandbox' ? (
        <p className="text-caption text-pretty text-mute">{t('social.sandboxText', { site })}</p>
      ) : null}
      {unlinking === null ? null : (
        <UnlinkModal
          provider={provider}
          name={unlinking}
          onUnlinked={() => {
            setUnlinking(null);
            setHasUnlinked(true);
          }}
          onClose={() => setUnlinking(null)}
        />
      )}
    </section>
  );
}

/** The sign of the site, in our colours once an account is linked. */
export function ProviderSign({ provider, lit }: { provider: SocialProvider; lit: boolean }): ReactNode {
  const Icon = providerIcons[provider];
  return (
    <span
      className={`grid size-12 shrink-0 place-content-center rounded-control ${lit ? 'action' : 'bg-raise text-mute'}`}
    >
      <Icon size={24} />
    </span>
  );
}
