import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { NothingToCast } from './nothing-to-cast.tsx';
import type { useCastVote } from './use-cast-vote.ts';
import { useConvertTickets } from './use-convert-tickets.ts';
import { convertErrorText, voteErrorText } from './vote-error-text.ts';
import { type MyVotes, suggestedAmount, ticketsNeeded, voteLimits } from './vote-limits.ts';
import { VoteWallet } from './vote-wallet.tsx';
import type { Activity } from './voting-phase.ts';

type VoteChooserProps = {
  activity: Activity;
  mine: MyVotes;
  vote: ReturnType<typeof useCastVote>;
  onClose: () => void;
};

const presets = [1, 10, 50];

/** How many votes, and one button that says what it will do: cast them, or first turn tickets into what is missing. */
export function VoteChooser({ activity, mine, vote, onClose }: VoteChooserProps): ReactNode {
  const t = useText();
  const limits = voteLimits(mine, activity.votesPerTicket);
  const [wanted, setWanted] = useState(() => suggestedAmount(limits));
  const conversion = useConvertTickets(activity.activityId);
  const amount = Math.min(wanted, Math.max(1, limits.reachable));
  const tickets = ticketsNeeded(amount, mine, activity.votesPerTicket);

  if (limits.reachable < 1 && !vote.isPending) {
    return <NothingToCast mine={mine} leftToday={limits.leftToday} activity={activity} onClose={onClose} />;
  }
  const change = (next: number) => {
    vote.reset();
    conversion.reset();
    setWanted(next);
  };
  const convertFirst = tickets > 0 && !vote.isPending;
  return (
    <div className="mt-5 space-y-4">
      <VoteWallet mine={mine} />
      <Stepper
        label={t('vote.amount')}
        value={amount}
        max={limits.reachable}
        presets={presets}
        onChange={change}
        disabled={vote.isPending}
      />
      {vote.error ? <InlineAlert>{voteErrorText(vote.error, t)}</InlineAlert> : null}
      {conversion.error ? <InlineAlert>{convertErrorText(conversion.error, t)}</InlineAlert> : null}
      {convertFirst ? (
        <>
          <p className="num text-small text-mute">
            {t('convert.note', { tickets, votes: tickets * activity.votesPerTicket })}
          </p>
          <SpendButton size="large" busy={conversion.isPending} onClick={() => conversion.convert(tickets)}>
            {t('convert.action', { tickets })}
          </SpendButton>
        </>
      ) : (
        <SpendButton size="large" busy={vote.isPending} onClick={() => vote.cast(amount)}>
          {t('vote.cast', { count: amount })}
        </SpendButton>
      )}
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}
