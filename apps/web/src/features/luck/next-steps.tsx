import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { MessageValues } from '#/lib/i18n/compose-message.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { type PrizeAsset, givenKind } from './given.ts';

export type NextStep = { readonly to: string; readonly text: MessageId; readonly values?: MessageValues };

/** The fan's means to go on with after a packet or a draw. */
export type Purse = {
  readonly points: number | undefined;
  /** The cheapest tickets that the fan may take; undefined until they are known, and when none are on sale. */
  readonly offer: { readonly price: number; readonly tickets: number } | undefined;
};

type LuckGains = { readonly given: readonly PrizeAsset[]; readonly pieces: number };

/**
 * Returns what the fan can do next, the main button first: use what was won, spend Points that buy something, wait for
 * the next packet; without any of it, earn Points.
 */
export function nextSteps(
  { given, pieces }: LuckGains,
  { points = 0, offer }: Purse,
  nextPacket?: NextStep,
): readonly NextStep[] {
  const kinds = given.map(({ assetName }) => givenKind(assetName));
  const forVotes = given[kinds.findIndex((kind) => kind === 'votes' || kind === 'tickets')];
  const query = forVotes?.activityId ? `?activityId=${encodeURIComponent(forVotes.activityId)}` : '';
  const steps: NextStep[] = [];
  if (forVotes) steps.push({ to: `/vote-activity${query}`, text: 'box.use.vote' });
  if (pieces > 0) steps.push({ to: '/my-orders', text: 'box.use.nfts' });
  if (offer && points >= offer.price) {
    steps.push({ to: '/mall', text: 'topUp.exchange', values: { points: offer.price, tickets: offer.tickets } });
  } else if (!offer && kinds.includes('points')) steps.push({ to: '/mall', text: 'box.use.mall' });
  if (steps.length === 0) steps.push(nextPacket ?? { to: '/task', text: 'vote.earnPoints' });
  return steps;
}

type StepLinkProps = { step: NextStep; variant?: 'primary' | 'glass'; size?: 'medium' | 'large' };

/** Offers what the fan can do next. */
export function StepLink({ step, variant = 'primary', size = 'medium' }: StepLinkProps): ReactNode {
  const t = useText();
  return (
    <Link href={step.to} className={buttonStyle(variant, size)}>
      {t(step.text, step.values)}
    </Link>
  );
}
