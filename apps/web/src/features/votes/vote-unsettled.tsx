import type { ReactNode } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import type { useCastVote } from './use-cast-vote.ts';

type VoteUnsettledProps = { count: number; vote: ReturnType<typeof useCastVote> };

/**
 * The server never answered an earlier vote for this idol. Until its outcome is known no other amount can be chosen;
 * asking again repeats the same request, which counts once.
 */
export function VoteUnsettled({ count, vote: { cast, error, isPending } }: VoteUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <InlineAlert>
        <p>{t('vote.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={() => cast(count)}>
        {t('vote.askAgain', { count })}
      </SpendButton>
      <p className="text-center text-small text-mute">{t('vote.onceOnly')}</p>
    </div>
  );
}
