import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { convertErrorText, useConvertTickets } from '#/features/ballots/cast-vote.ts';
import { type MyVotes, useMyVotes, votesFor } from '#/features/ballots/my-votes.ts';
import { useActivity } from '#/features/elections/election-queries.ts';
import type { Activity } from '#/features/elections/voting-phase.ts';
import { pointAsset, useAssets } from '#/features/points/use-assets.ts';
import { ExchangeSheet } from '#/features/shop/exchange/exchange-sheet.tsx';
import { type Offer, useOffers } from '#/features/shop/exchange/offers.ts';
import { useConfig } from '#/lib/use-config.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle, Button } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RechargeLink } from '#/ui/recharge-link.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { UnsettledAlert } from '#/ui/spend/spend-sheet.tsx';
import { PointsToCome } from './mall/points-to-come.tsx';
import { topUpStep } from './top-up-step.ts';

type TopUpProps = { need: 'votes' | 'tickets'; activityId: string };

/** For a fan who lacks votes or tickets: the one shortest step to them, without leaving the sheet that needs them. */
export function TopUp({ need, activityId }: TopUpProps): ReactNode {
  const t = useText();
  const activity = useActivity(activityId);
  const mine = useMyVotes(activityId);
  const assets = useAssets();
  const offers = useOffers();
  const asked = [activity, mine, assets, offers];
  if (activity.data && mine.data && assets.data && offers.data) {
    const points = assets.data.find(({ assetName }) => assetName === pointAsset)?.available ?? 0;
    const { tickets } = mine.data;
    const { ticketAsset } = activity.data;
    const step = topUpStep({ need, tickets, ticketAsset, points, offers: offers.data });
    if (step.kind === 'convert') return <ConvertOne activity={activity.data} mine={mine.data} />;
    if (step.kind === 'exchange') return <ExchangeHere offer={step.offer} points={points} />;
    return <EarnPoints missing={step.missing} />;
  }
  const failed = asked.filter(({ isError }) => isError);
  if (failed.length > 0) {
    return (
      <LoadError
        text={t('topUp.error')}
        error={failed[0]?.error}
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => failed.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  return (
    <LoadingRegion>
      <Skeleton className="h-14 rounded-control" />
    </LoadingRegion>
  );
}

/** One ticket becomes votes; while the answer is unknown, the same request is repeated. */
function ConvertOne({ activity, mine }: { activity: Activity; mine: MyVotes }): ReactNode {
  const t = useText();
  const { convert, isPending, error, unsettled } = useConvertTickets(activity.activityId);
  const votes = votesFor(1, mine, activity.priceSteps);
  return (
    <div className="space-y-3">
      {unsettled ? <UnsettledAlert text={t('convert.unsettled', { tickets: unsettled.num })} error={error} /> : null}
      {error && !unsettled ? <InlineAlert>{convertErrorText(error, t)}</InlineAlert> : null}
      <SpendButton
        size="large"
        busy={isPending}
        onClick={() => (unsettled ? convert(unsettled.num, unsettled.votes) : convert(1, votes))}
      >
        {unsettled ? t('convert.askAgain', { tickets: unsettled.num }) : t('topUp.convert', { votes })}
      </SpendButton>
    </div>
  );
}

/** Opens the exchange over the sheet, and returns to it. */
function ExchangeHere({ offer, points }: { offer: Offer; points: number }): ReactNode {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="large" onClick={() => setIsOpen(true)}>
        {t('topUp.exchange', { points: offer.price, tickets: offer.gives.amount })}
      </Button>
      {isOpen ? (
        <ExchangeSheet
          offer={offer}
          points={points}
          pointsToCome={<PointsToCome />}
          isOnTheWay
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}

function EarnPoints({ missing }: { missing: number | null }): ReactNode {
  const t = useText();
  const config = useConfig();
  return (
    <div className="space-y-3">
      {missing === null ? null : (
        <p className="num text-center text-small text-mute">{t('topUp.missing', { missing })}</p>
      )}
      <Link href="/task" className={buttonStyle('primary', 'large')}>
        {t('vote.earnPoints')}
      </Link>
      <RechargeLink address={config.data?.rechargeUrl} />
    </div>
  );
}
