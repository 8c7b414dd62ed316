import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { refusalReason } from '#/lib/refusal-text.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { AlertIcon, RefreshIcon } from '#/ui/icons/shell-icons.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { ProviderSign } from './account-card.tsx';
import { finishErrorText, providerNames, type SocialProvider } from './social-link.ts';

/** The account is being linked. */
export function LinkUnderWay({ provider }: { provider: SocialProvider }): ReactNode {
  const t = useText();
  return (
    <div role="status" className="card flex flex-col items-center gap-4 px-6 py-12 text-center">
      <ProviderSign provider={provider} lit />
      <p className="text-body font-bold">{t('socialCallback.underWay', { site: providerNames[provider] })}</p>
      <Spinner />
    </div>
  );
}

const titles: Readonly<Record<string, MessageId>> = {
  SOCIAL_DENIED: 'socialCallback.denied',
  SOCIAL_LINK_INVALID: 'socialCallback.expired',
  SOCIAL_ACCOUNT_TAKEN: 'socialCallback.taken',
  SOCIAL_ACCOUNT_WAITING: 'socialCallback.waiting',
};

type LinkFailedProps = {
  error: Error | null;
  backTo: string;
  /** Tries again, where that may help. */
  onRetry?: () => void;
};

/** Says why no account was linked, and how to go on. Without an error the fan came here in some other way. */
export function LinkFailed({ error, backTo, onRetry }: LinkFailedProps): ReactNode {
  const t = useText();
  const reason = error ? refusalReason(error) : 'SOCIAL_LINK_INVALID';
  const title = (reason && titles[reason]) ?? 'socialCallback.failed';
  return (
    <div role="alert" className="card flex flex-col items-center gap-4 px-6 py-10 text-center">
      <span className="grid size-16 place-content-center rounded-full bg-warn-soft text-warn">
        <AlertIcon size={30} />
      </span>
      <h2 className="text-title font-bold">{t(title)}</h2>
      <p className="max-w-80 text-body text-pretty text-mute">
        {error ? finishErrorText(error, t) : t('socialCallback.nothing')}
      </p>
      {onRetry ? (
        <Button size="large" onClick={onRetry}>
          <RefreshIcon size={18} />
          {t('common.retry')}
        </Button>
      ) : null}
      <Link href="/my-accounts" className={buttonStyle(onRetry ? 'soft' : 'primary', 'large')}>
        {t('socialCallback.toAccounts')}
      </Link>
      {backTo === '/my-accounts' ? null : (
        <Link href={backTo} className={buttonStyle('quiet')}>
          {t('socialCallback.back')}
        </Link>
      )}
    </div>
  );
}
