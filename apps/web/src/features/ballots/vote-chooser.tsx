import { wholeNumberIn } from '@lightstick/contract/typed-text';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useDebounced } from '#/lib/timing/debounce.ts';
import { useAddressParameters } from '#/lib/query-parameters.ts';
import { Button } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { GiftIcon, HeartIcon, TicketIcon, ClockIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { Stepper } from '#/ui/spend/stepper.tsx';
import { TicketCost } from '#/ui/spend/ticket-cost.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type useCastVote, voteErrorText } from './cast-vote.ts';
import { Ladder } from './ladder.tsx';
import {
  type MyVotes,
  suggestedAmount,
  ticketsNeeded,
  voteLimits,
  votesFor,
  type VoteLimit,
  type VoteLimits,
} from './my-votes.tsx';

type VoteChooserProps = {
  activity: Activity;
  idolId: string;
  mine: MyVotes;
  vote: ReturnType<typeof useCastVote>;
  /** The fan has pressed to vote again, on a button that is gone. */
  isAgain: boolean;
  topUp: ReactNode;
  onClose: () => void;
};

const presets = [1, 10, 50];

/** Shows the number of votes, the tickets that it uses, and one button that casts both. */
export function VoteChooser(props: VoteChooserProps): ReactNode {
  const { activity, idolId, mine, vote, isAgain, topUp, onClose } = props;
  const t = useText();
  const limits = voteLimits(mine, activity.priceSteps);
  const [wanted, setWanted] = useWantedAmount(() => suggestedAmount(limits));
  const amount = Math.min(wanted, Math.max(1, limits.reachable));
  const tickets = ticketsNeeded(amount, mine, activity.priceSteps);
  const conversion = tickets > 0 ? { tickets, votes: votesFor(tickets, mine, activity.priceSteps) } : undefined;
  const hasNothing = (limits.reachable < 1 || mine.mayVoteFrom !== null) && !vote.isPending;
  const place = useArrivingFocus<HTMLDivElement>(isAgain && hasNothing);

  if (hasNothing) {
    return (
      <div ref={place} tabIndex={-1} className="outline-none">
        <NothingToCast mine={mine} limits={limits} activity={activity} topUp={topUp} onClose={onClose} />
      </div>
    );
  }
  const change = (next: number) => {
    vote.reset();
    setWanted(next);
  };
  return (
    <div className="mt-5 space-y-4">
      <Ladder activity={activity} idolId={idolId} amount={amount} />
      <VoteWallet mine={mine} />
      <Stepper
        label={t('vote.amount')}
        value={amount}
        max={limits.reachable}
        presets={presets}
        onChange={change}
        disabled={vote.isPending}
        takesFocus={isAgain}
      />
      <LimitNote mine={mine} limits={limits} />
      {vote.error ? <InlineAlert>{voteErrorText(vote.error, t)}</InlineAlert> : null}
      {conversion ? (
        <TicketCost
          conversion={conversion}
          ticketsToday={activity.priceSteps.length > 1 ? mine.ticketsToday : undefined}
        />
      ) : null}
      <SpendButton
        size="large"
        busy={vote.isPending}
        disabled={amount < 1}
        onClick={() => vote.cast({ num: amount, conversion })}
      >
        {t('vote.cast', { count: amount })}
      </SpendButton>
      <Button variant="quiet" className="w-full" onClick={onClose}>
        {t('common.notNow')}
      </Button>
    </div>
  );
}

/** Returns the amount in the address (`num`), so that a reload and signing in again keep what the fan chose. */
function useWantedAmount(suggested: () => number): [wanted: number, setWanted: (next: number) => void] {
  const { read, write } = useAddressParameters();
  const linked = wholeNumberIn(read('num') ?? '') ?? 0;
  const [wanted, setWanted] = useState(() => (linked > 0 ? linked : suggested()));
  // Browsers refuse to change the address a hundred times within seconds.
  const settled = useDebounced(wanted);
  const [first] = useState(wanted);
  const keep = useEffectEvent((num: number) => {
    if (num !== (linked > 0 ? linked : first)) write({ num: String(num) });
  });
  useEffect(() => keep(settled), [settled]);
  return [wanted, setWanted];
}

type NothingToCastProps = {
  mine: MyVotes;
  limits: VoteLimits;
  activity: Activity;
  topUp: ReactNode;
  onClose: () => void;
};

/** Says why no vote can be cast now: the rules of the election allow none, or the fan has nothing to vote with. */
function NothingToCast({ mine, limits, activity, topUp, onClose }: NothingToCastProps): ReactNode {
  const t = useText();
  const wait = useWaitText(mine, limits, activity);
  if (wait === null) {
    return (
      <>
        <Empty icon={TicketIcon} text={t('vote.nothingLeft')} />
        {topUp}
      </>
    );
  }
  return (
    <>
      <Empty icon={ClockIcon} text={wait} />
      <Button size="large" variant="soft" onClick={onClose}>
        {t('common.ok')}
      </Button>
    </>
  );
}

/** The texts of each limit while it leaves votes, and once it leaves none. */
const limitTexts: Record<VoteLimit, { readonly left: MessageId; readonly reached: MessageId }> = {
  dailyCap: { left: 'vote.limit.dailyCap', reached: 'vote.capReached' },
  paidShare: { left: 'vote.limit.paidShare', reached: 'vote.paidShareReached' },
  ending: { left: 'vote.limit.ending', reached: 'vote.endingReached' },
};

/** Says what the fan must wait for by the rules; null if only votes are missing. */
function useWaitText(mine: MyVotes, { leftNow, narrowest }: VoteLimits, activity: Activity): string | null {
  const t = useText();
  const friendly = useFriendlyDate();
  const { timeZone } = activity;
  if (mine.mayVoteFrom !== null) return t('vote.tooYoung', { from: friendly(mine.mayVoteFrom) });
  if (leftNow > 0) return null;
  const until = mine.left.ending ? friendly(mine.left.ending.until) : '';
  return narrowest ? t(limitTexts[narrowest].reached, { cap: mine.dailyCap ?? 0, timeZone, until }) : null;
}

/** Names the limit of the election that ends what the fan may give, when it is not what they have. */
function LimitNote({ mine, limits }: { mine: MyVotes; limits: VoteLimits }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const { reachable, leftNow: left, narrowest } = limits;
  if (!narrowest || reachable < left) return null;
  const until = mine.left.ending ? friendly(mine.left.ending.until) : '';
  const text = t(limitTexts[narrowest].left, { left, until });
  return <p className="num text-small text-mute">{text}</p>;
}

/** Shows what the fan has to vote with, in the order in which it is used. */
function VoteWallet({ mine }: { mine: MyVotes }): ReactNode {
  const t = useText();
  return (
    <ul aria-label={t('vote.wallet')} className="flex flex-wrap gap-2">
      {mine.freeVotesToday > 0 ? (
        <Holding icon={GiftIcon} amount={mine.freeVotesToday} label={t('vote.freeToday')} isFree />
      ) : null}
      <Holding icon={HeartIcon} amount={mine.votes} label={t('votes.unit', { count: mine.votes })} />
      <Holding icon={TicketIcon} amount={mine.tickets} label={t('tickets.unit', { count: mine.tickets })} />
    </ul>
  );
}

type HoldingProps = { icon: IconComponent; amount: number; label: string; isFree?: boolean };

function Holding({ icon: Icon, amount, label, isFree = false }: HoldingProps): ReactNode {
  return (
    <li
      className={`inline-flex min-h-9 items-center gap-1.5 rounded-full px-3 text-small font-semibold ${
        isFree ? 'bg-ok-soft text-ok' : 'bg-raise text-ink'
      }`}
    >
      <Icon size={16} />
      <RollingNumber value={amount} />
      {label}
    </li>
  );
}

export function VoteChooserSkeleton(): ReactNode {
  return (
    <LoadingRegion className="mt-5">
      <Skeleton className="h-12 rounded-tile" />
      <Skeleton className="mt-3 h-17 rounded-tile" />
      <div className="mt-3 grid grid-cols-4 gap-2">
        {[0, 1, 2, 3].map((preset) => (
          <Skeleton key={preset} className="h-12 rounded-control" />
        ))}
      </div>
      <Skeleton className="mt-5 h-14 rounded-tile" />
    </LoadingRegion>
  );
}
