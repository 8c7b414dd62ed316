import type { ReactNode } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';

type ExchangeUnsettledProps = { count: number; error: Error | null; onAskAgain: () => void };

/** The server never answered an earlier exchange; asking again repeats the same request, which is paid once. */
export function ExchangeUnsettled({ count, error, onAskAgain }: ExchangeUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  return (
    <div className="mt-5 space-y-4">
      <InlineAlert>
        <p>{t('mall.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" onClick={onAskAgain}>
        {t('mall.askAgain')}
      </SpendButton>
    </div>
  );
}
