import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type Exchange, useExchange, exchangeErrorText } from '#/features/shop/purchase.ts';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { TicketIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { PurchaseForm } from '#/ui/purchase-form.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type Offer, mostExchangeable, offerBlock } from './offers.ts';

type ExchangeSheetProps = {
  offer: Offer;
  /** What the fan has to spend; undefined while it is not known. */
  points: number | undefined;
  /** Stands in the place of the form until then. */
  pointsToCome: ReactNode;
  onClose: () => void;
};

/** Where Points become tickets: how many, what it costs, and what it brought. */
export function ExchangeSheet({ offer, points, pointsToCome, onClose }: ExchangeSheetProps): ReactNode {
  const t = useText();
  const [done, setDone] = useState<Exchange | null>(null);
  const exchange = useExchange(offer, (answer) => {
    setDone(answer);
    celebrate();
  });
  const { unsettled } = exchange;
  return (
    <Sheet
      onClose={onClose}
      title={offer.title}
      subtitle={t('mall.each', { price: offer.price, tickets: offer.gives.amount })}
      media={
        <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
          <TicketIcon size={30} />
        </span>
      }
    >
      {(close) => {
        if (done) return <ExchangeSuccess exchange={done} onDone={close} />;
        if (unsettled) {
          const count = unsettled.num ?? 1;
          return <ExchangeUnsettled count={count} exchange={exchange} onAskAgain={() => exchange.exchange(count)} />;
        }
        if (points === undefined) return pointsToCome;
        return <ExchangeForm offer={offer} points={points} exchange={exchange} onClose={close} />;
      }}
    </Sheet>
  );
}

type ExchangeFormProps = {
  offer: Offer;
  points: number;
  exchange: ReturnType<typeof useExchange>;
  onClose: () => void;
};

const presets = [1, 5, 10];

/** How many tickets, and one button that says what they cost. */
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
      errorText={exchange.error ? exchangeErrorText(exchange.error, t) : undefined}
      isBusy={exchange.isPending}
      onChange={exchange.reset}
      onPay={exchange.exchange}
      onClose={onClose}
    />
  );
}

type ExchangeSuccessProps = { exchange: Exchange; onDone: () => void };

/** Tickets that have really arrived, and where they can be used. */
function ExchangeSuccess({ exchange, onDone }: ExchangeSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  return (
    <div className="enter mt-5 space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex items-center gap-4 rounded-tile bg-ok-soft p-4 text-ok outline-none"
      >
        <span className="grid size-12 shrink-0 place-content-center rounded-full bg-ok text-surface">
          <CheckIcon size={28} />
        </span>
        <div className="min-w-0">
          <p className="text-title font-extrabold">{t('mall.received', { count: exchange.received.amount })}</p>
          <p className="num text-small font-semibold">
            {t('mall.nowYouHave', { tickets: exchange.ticketsLeft, points: exchange.pointsLeft })}
          </p>
        </div>
      </div>
      <Link href="/vote-activity" className={buttonStyle('primary', 'large')}>
        {t('mall.goVote')}
      </Link>
      <Button variant="quiet" className="w-full" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}

type ExchangeUnsettledProps = { count: number; exchange: ReturnType<typeof useExchange>; onAskAgain: () => void };

/** The server never answered an earlier exchange; asking again repeats the same request, which is paid once. */
function ExchangeUnsettled({ count, exchange: { error, isPending }, onAskAgain }: ExchangeUnsettledProps): ReactNode {
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
