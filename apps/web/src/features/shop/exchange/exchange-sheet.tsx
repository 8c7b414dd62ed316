import type { ReactNode } from 'react';
import { type Exchange, useExchange, purchaseErrorText } from '#/features/shop/purchase.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lastVotePath } from '#/lib/last-vote.ts';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { PurchaseForm } from '#/ui/spend/purchase-form.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { type Offer, mostExchangeable, offerBlock } from './offers.ts';

type ExchangeSheetProps = {
  offer: Offer;
  /** The fan's Points; undefined while they are not known. */
  points: number | undefined;
  /** Replaces the form until then. */
  pointsToCome: ReactNode;
  /** Stands beneath the price, and says what a ticket is good for. */
  worth: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  /** Opened over another sheet, to which the fan returns; otherwise they are led to the election. */
  isOnTheWay?: boolean;
  onClose: () => void;
};

/** Spends Points for tickets: shows how many, what it costs, and what it brought. */
export function ExchangeSheet(props: ExchangeSheetProps): ReactNode {
  const { offer, points, pointsToCome, worth, pointsNote, isOnTheWay = false, onClose } = props;
  const t = useText();
  const spend = useSpendState<Exchange>();
  const exchange = useExchange(offer, spend.settle);
  const { unsettled } = exchange;
  const count = unsettled?.num ?? 1;
  return (
    <SpendSheet
      onClose={onClose}
      title={offer.title}
      subtitle={
        <>
          {t('mall.each', { price: offer.price, tickets: offer.gives.amount })}
          {worth}
        </>
      }
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <TicketIcon size={30} />
        </span>
      }
      spend={spend}
      below={pointsNote}
      sending={exchange}
      unsettled={
        unsettled && {
          text: t('mall.unsettled', { count }),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: () => exchange.exchange(count),
        }
      }
      renderSettled={({ received, ticketsLeft, pointsLeft }, close) => (
        <>
          <SettledNotice
            title={t('mall.received', { count: received.amount })}
            detail={t('mall.nowYouHave', { tickets: ticketsLeft, points: pointsLeft })}
          />
          <SettledActions
            onDone={close}
            {...(!isOnTheWay && { next: { to: lastVotePath(), text: t('mall.goVote') } })}
          />
        </>
      )}
    >
      {(close) =>
        points === undefined ? (
          pointsToCome
        ) : (
          <ExchangeForm offer={offer} points={points} exchange={exchange} onClose={close} />
        )
      }
    </SpendSheet>
  );
}

type ExchangeFormProps = {
  offer: Offer;
  points: number;
  exchange: ReturnType<typeof useExchange>;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** Shows the number of tickets, and one button with the price. */
function ExchangeForm({ offer, points, exchange, onClose }: ExchangeFormProps): ReactNode {
  const t = useText();
  const block = offerBlock(offer);
  return (
    <PurchaseForm
      price={offer.price}
      points={points}
      most={mostExchangeable(offer, points)}
      blockText={block ? t(`mall.block.${block}`) : undefined}
      presets={presets}
      gains={(num) => [[t('mall.youGet'), t('tickets.count', { count: num * offer.gives.amount })]]}
      payLabel={(cost) => t('mall.pay', { points: cost })}
      errorText={exchange.error ? purchaseErrorText(exchange.error, t) : undefined}
      isBusy={exchange.isPending}
      onChange={exchange.reset}
      onPay={exchange.exchange}
      onClose={onClose}
    />
  );
}
