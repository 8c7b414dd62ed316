import { type ReactNode, useState } from 'react';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/stepper.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { NothingToCast } from './nothing-to-cast.tsx';
import type { useCastVote } from './use-cast-vote.ts';
import type { useConvertTickets } from './use-convert-tickets.ts';
import { convertErrorText, voteErrorText } from './vote-error-text.ts';
import { LimitNote } from './limit-note.tsx';
import { type MyVotes, suggestedAmount, ticketsNeeded, voteLimits, votesFor } from './vote-limits.ts';
import { VoteWallet } from './vote-wallet.tsx';
import type { Activity } from './voting-phase.ts';

type VoteChooserProps = {
  activity: Activity;
  mine: MyVotes;
  vote: ReturnType<typeof useCastVote>;
  conversion: ReturnType<typeof useConvertTickets>;
  /** The fan has pressed to vote once more, on what is no longer there. */
  isBack: boolean;
  waysToVotes?: ReactNode;
  onClose: () => void;
};

const presets = [1, 10, 50];

/**
 * How many votes, and one button that says what it will do: cast them, or first turn tickets into what is missing. While
 * nobody knows whether tickets were turned, it asks about them, and no other amount can be chosen.
 */
export function VoteChooser(props: VoteChooserProps): ReactNode {
  const { activity, mine, vote, conversion, isBack, waysToVotes, onClose } = props;
  const t = useText();
  const limits = voteLimits(mine, activity.priceSteps);
  const [wanted, setWanted] = useState(() => suggestedAmount(limits));
  const amount = Math.min(wanted, Math.max(1, limits.reachable));
  const tickets = ticketsNeeded(amount, mine, activity.priceSteps);
  const votes = votesFor(tickets, mine, activity.priceSteps);

  const asked = conversion.unsettled;
  const isBusy = vote.isPending || conversion.isPending;
  const hasNothing = (limits.reachable < 1 || mine.mayVoteFrom !== null) && !isBusy && !asked;
  const place = useArrivingFocus<HTMLDivElement>(isBack && hasNothing);

  if (hasNothing) {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <NothingToCast mine={mine} limits={limits} activity={activity} waysToVotes={waysToVotes} onClose={onClose} />
      </div>
    );
  }
  const change = (next: number) => {
    vote.reset();
    conversion.reset();
    setWanted(next);
  };
  const convertFirst = tickets > 0 && !vote.isPending && !asked;
  const act = () => {
    if (asked) conversion.convert(asked.num, asked.votes);
    else if (convertFirst) conversion.convert(tickets, votes);
    else vote.cast(amount);
  };
  return (
    <div className="mt-5 space-y-4">
      <VoteWallet mine={mine} />
      <Stepper
        label={t('vote.amount')}
        value={amount}
        max={limits.reachable}
        presets={presets}
        onChange={change}
        disabled={isBusy || asked !== null}
        takesFocus={isBack}
      />
      <LimitNote mine={mine} limits={limits} />
      {vote.error ? <InlineAlert>{voteErrorText(vote.error, t)}</InlineAlert> : null}
      {asked ? <ConversionUnsettled tickets={asked.num} error={conversion.error} /> : null}
      {conversion.error && !asked ? <InlineAlert>{convertErrorText(conversion.error, t)}</InlineAlert> : null}
      {convertFirst ? (
        <>
          <p className="num text-small text-mute">{t('convert.note', { tickets, votes })}</p>
          {activity.priceSteps.length > 1 ? (
            <p className="num text-caption text-mute">{t('convert.stepNote', { today: mine.ticketsToday })}</p>
          ) : null}
        </>
      ) : null}
      {/* The same button whatever it says, so that the focus stays on it from one step to the next. */}
      <SpendButton size="large" busy={isBusy} disabled={amount < 1 && !asked} onClick={act}>
        {asked ? t('convert.askAgain', { tickets: asked.num }) : null}
        {convertFirst ? t('convert.action', { tickets }) : null}
        {!asked && !convertFirst ? t('vote.cast', { count: amount }) : null}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}

type ConversionUnsettledProps = { tickets: number; error: Error | null };

/** The server never answered whether tickets became votes; asking again repeats the same request, which turns them once. */
function ConversionUnsettled({ tickets, error }: ConversionUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  return (
    <InlineAlert>
      <p>{t('convert.unsettled', { tickets })}</p>
      {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
    </InlineAlert>
  );
}
