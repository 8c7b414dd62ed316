import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { IconComponent } from '#/ui/icons/draw-icon.tsx';
import { GiftIcon, HeartIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { RollingNumber } from '#/ui/rolling-number.tsx';
import type { MyVotes } from './vote-limits.ts';

/** What the fan has to vote with, in the order in which it is used. */
export function VoteWallet({ mine }: { mine: MyVotes }): ReactNode {
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
