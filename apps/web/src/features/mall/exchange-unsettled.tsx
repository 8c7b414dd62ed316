import type { ReactNode } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { useExchange } from './use-exchange.ts';

type ExchangeUnsettledProps = { count: number; exchange: ReturnType<typeof useExchange>; onAskAgain: () => void };

/** The server never answered an earlier exchange; asking again repeats the same request, which is paid once. */
export function ExchangeUnsettled({
  count,
  exchange: { error, isPending },
  onAskAgain,
}: ExchangeUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <InlineAlert>
        <p>{t('mall.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('mall.askAgain')}
      </SpendButton>
    </div>
  );
}
