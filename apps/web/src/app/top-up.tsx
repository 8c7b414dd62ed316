import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { convertErrorText, useConvertTickets } from '#/features/ballots/cast-vote.ts';
import { type MyVotes, useMyVotes, votesFor } from '#/features/ballots/my-votes.tsx';
import { useActivity } from '#/features/elections/election-queries.ts';
import { type Activity, useHasVotingEnded } from '#/features/elections/voting-phase.ts';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { pointAsset, useAssets, useBalance } from '#/features/points/use-assets.ts';
import { ExchangeSheet } from '#/features/shop/exchange/exchange-sheet.tsx';
import { type Offer, useOffers } from '#/features/shop/exchange/offers.ts';
import { useVotePacks, type VotePack } from '#/features/shop/orders/goods.ts';
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
import { OrderSheet } from '#/features/shop/orders/order-sheet.tsx';
import { VotePackList } from '#/features/shop/orders/vote-pack-list.tsx';
import { Sheet } from '#/ui/dialog.tsx';
import { PointsToCome, TicketWorth } from './mall/points-to-come.tsx';
import { type TopUpStep, topUpWays } from './top-up-step.ts';

/** A sheet over the one that lacks something. */
export type TopUpSheetKind = { readonly kind: 'exchange'; readonly offer: Offer } | { readonly kind: 'order' };

type TopUpProps = { need: 'votes' | 'tickets'; activityId: string; onOpen: (sheet: TopUpSheetKind) => void };

/** Offers a fan who lacks votes or tickets the shortest step to them, and for votes the packs. */
export function TopUp({ need, activityId, onOpen }: TopUpProps): ReactNode {
  const t = useText();
  const activity = useActivity(activityId);
  const mine = useMyVotes(activityId);
  const assets = useAssets();
  const offers = useOffers();
  // Tickets are a way without them, so a failure here is not reported.
  const packs = useVotePacks(need === 'votes' ? activityId : undefined);
  const hasEnded = useHasVotingEnded(activity.data);
  const asked = [activity, mine, assets, offers];
  if (activity.data && mine.data && assets.data && offers.data && !packs.isLoading) {
    const { step, hasPacks } = topUpWays({
      need,
      hasEnded,
      tickets: mine.data.tickets,
      ticketAsset: activity.data.ticketAsset,
      points: assets.data.find(({ assetName }) => assetName === pointAsset)?.available ?? 0,
      offers: offers.data,
      packs: packs.data ?? [],
    });
    return (
      <>
        <Step step={step} activity={activity.data} mine={mine.data} onOpen={onOpen} />
        {hasPacks ? (
          <Button variant="quiet" className="mt-2 w-full" onClick={() => onOpen({ kind: 'order' })}>
            {t('votePack.open')}
          </Button>
        ) : null}
      </>
    );
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

type TopUpSheetProps = { sheet: TopUpSheetKind; activityId: string; onClose: () => void };

/** Exchanges Points, then leads back to the sheet beneath. */
export function TopUpSheet({ sheet, activityId, onClose }: TopUpSheetProps): ReactNode {
  const points = useBalance(pointAsset);
  if (sheet.kind === 'order') return <OrderVotesSheet activityId={activityId} onClose={onClose} />;
  return (
    <ExchangeSheet
      offer={sheet.offer}
      points={points}
      pointsToCome={<PointsToCome />}
      worth={<TicketWorth activityId={activityId} />}
      pointsNote={<PointsUntil />}
      isOnTheWay
      onClose={onClose}
    />
  );
}

type StepProps = { step: TopUpStep; activity: Activity; mine: MyVotes; onOpen: TopUpProps['onOpen'] };

function Step({ step, activity, mine, onOpen }: StepProps): ReactNode {
  const t = useText();
  switch (step.kind) {
    case 'ended':
      return <p className="text-center text-small text-pretty text-mute">{t('topUp.ended')}</p>;
    case 'convert':
      return <ConvertOne activity={activity} mine={mine} />;
    case 'exchange':
      return (
        <Button size="large" onClick={() => onOpen(step)}>
          {t('topUp.exchange', { points: step.offer.price, tickets: step.offer.gives.amount })}
        </Button>
      );
    case 'order':
      return (
        <Button size="large" onClick={() => onOpen(step)}>
          {t('votePack.open')}
        </Button>
      );
    case 'earn':
      return <EarnPoints missing={step.missing} />;
  }
}

/** Converts one ticket into votes; while the answer is unknown, the same request is repeated. */
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

type OrderVotesSheetProps = { activityId: string; onClose: () => void };

/** Leads a fan who runs out of votes while voting to the packs, then the order, then back to the vote. */
function OrderVotesSheet({ activityId, onClose }: OrderVotesSheetProps): ReactNode {
  const t = useText();
  const points = useBalance(pointAsset);
  const [pack, setPack] = useState<VotePack | null>(null);
  if (pack) {
    return (
      <OrderSheet
        goods={{ kind: 'votePack', pack }}
        points={points}
        pointsToCome={<PointsToCome />}
        pointsNote={<PointsUntil />}
        isOnTheWayToVote
        onClose={onClose}
      />
    );
  }
  return (
    <Sheet
      onClose={onClose}
      title={t('votePack.title')}
      subtitle={points === undefined ? '' : t('order.pointsLeft', { points })}
    >
      {() => (
        <div className="mt-3">
          <VotePackList activityId={activityId} onChoose={setPack} />
        </div>
      )}
    </Sheet>
  );
}
