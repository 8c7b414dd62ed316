import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { NftPicture, SerialChip } from './nft-picture.tsx';
import { type PlacedOrder, useOrder, orderErrorText } from '#/features/shop/purchase.ts';
import { useFailureText } from '#/lib/failure/use-failure-text.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { CheckIcon } from '#/ui/icons/first-icons.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { PurchaseForm } from '#/ui/purchase-form.tsx';
import { SpendButton } from '#/ui/spend-button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type Goods, mostOrderable, nftBlock } from './goods.ts';
import { OrderState, useOrderState } from './order-state.tsx';

type OrderSheetProps = {
  goods: Goods;
  /** What the fan has to spend; undefined while it is not known. */
  points: number | undefined;
  /** Stands in the place of the form until then. */
  pointsToCome: ReactNode;
  /** Where the fan came from to buy votes, and so goes back to; otherwise they are shown the way to the election. */
  isOnTheWayToVote?: boolean;
  onClose: () => void;
};

/** Where Points become votes or NFTs: how many, what it costs, and what it brought. */
export function OrderSheet(props: OrderSheetProps): ReactNode {
  const { goods, points, pointsToCome, isOnTheWayToVote = false, onClose } = props;
  const t = useText();
  const { goodsId, title, price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const order = useOrder({ goodsId, price }, (answer) => {
    setPlaced(answer);
    celebrate();
  });
  const { unsettled } = order;
  return (
    <Sheet
      onClose={onClose}
      title={title}
      subtitle={placed ? t('order.paid', { points: placed.paid }) : t('order.each', { price })}
      media={placed?.kind === 'nft' ? null : <Media goods={goods} />}
    >
      {(close) => {
        if (placed?.kind === 'nft') return <NftSuccess order={placed} onDone={close} />;
        if (placed) return <VotesSuccess order={placed} isOnTheWayToVote={isOnTheWayToVote} onDone={close} />;
        if (unsettled) {
          const count = unsettled.num ?? 1;
          return <OrderUnsettled count={count} order={order} onAskAgain={() => order.order(count)} />;
        }
        if (points === undefined) return pointsToCome;
        return <OrderForm goods={goods} points={points} order={order} onClose={close} />;
      }}
    </Sheet>
  );
}

function Media({ goods }: { goods: Goods }): ReactNode {
  if (goods.kind === 'nft') {
    return <NftPicture src={goods.edition.pictureUrl} width={72} className="shrink-0 rounded-tile" />;
  }
  return (
    <span className="action grid size-16 shrink-0 place-content-center rounded-tile">
      <HeartIcon size={30} />
    </span>
  );
}

type NftSuccessProps = { order: PlacedOrder; onDone: () => void };

/** The numbers that were drawn, while they are brought into the fan's collection. */
function NftSuccess({ order, onDone }: NftSuccessProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  const state = useOrderState(order);
  return (
    <div className="enter mt-5 space-y-4">
      <div
        ref={status}
        role="status"
        tabIndex={-1}
        className="flex flex-col items-center gap-3 rounded-tile bg-raise p-4 text-center outline-none"
      >
        {order.pictureUrl === null ? null : (
          <NftPicture src={order.pictureUrl} width={176} className="rounded-tile shadow-card" />
        )}
        <ul aria-label={t('nft.serials')} className="flex flex-wrap justify-center gap-2">
          {order.serials.map((serial) => (
            <li key={serial}>
              <SerialChip serial={serial} size={order.size ?? serial} />
            </li>
          ))}
        </ul>
        <OrderState state={state} />
        <p className="num text-small font-semibold text-mute">{t('order.pointsLeft', { points: order.pointsLeft })}</p>
      </div>
      <Link href="/my-orders" className={buttonStyle('primary', 'large')}>
        {t('nft.toCollection')}
      </Link>
      <Button variant="quiet" className="w-full" onClick={onDone}>
        {t('common.done')}
      </Button>
    </div>
  );
}

type OrderFormProps = {
  goods: Goods;
  points: number;
  order: ReturnType<typeof useOrder>;
  onClose: () => void;
};

const presets = [1, 2, 5];

/** How many NFTs or vote packs, and one button that says what they cost. */
function OrderForm({ goods, points, order, onClose }: OrderFormProps): ReactNode {
  const t = useText();
  const block = goods.kind === 'nft' ? nftBlock(goods.edition) : null;
  const { price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  return (
    <PurchaseForm
      price={price}
      points={points}
      most={mostOrderable(goods, points)}
      blockText={block ? t(`mall.block.${block}`) : undefined}
      presets={presets}
      gains={(num) => gainsOf(goods, num, t)}
      payLabel={(cost) => t('order.pay', { points: cost })}
      errorText={order.error ? orderErrorText(order.error, t) : undefined}
      isBusy={order.isPending}
      onChange={order.reset}
      onPay={order.order}
      onClose={onClose}
    />
  );
}

function gainsOf(goods: Goods, num: number, t: Translate): readonly (readonly [string, string])[] {
  if (goods.kind === 'nft') {
    const { left, size } = goods.edition;
    return [
      [t('mall.youGet'), t('nft.pieces', { count: num })],
      [t('order.leftOf'), t('nft.leftOfSize', { left, size })],
    ];
  }
  const [votes, bonus] = [goods.pack.votes * num, goods.pack.bonusVotes * num];
  const gain = bonus > 0 ? t('votePack.gainWithBonus', { votes, bonus }) : t('votePack.votes', { count: votes });
  return [[t('mall.youGet'), gain]];
}

type OrderUnsettledProps = { count: number; order: ReturnType<typeof useOrder>; onAskAgain: () => void };

/** The server never answered an earlier order; asking again repeats the same request, which is paid once. */
function OrderUnsettled({ count, order: { error, isPending }, onAskAgain }: OrderUnsettledProps): ReactNode {
  const t = useText();
  const failure = useFailureText()(error);
  const notice = useArrivingFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mt-5 space-y-4 outline-none">
      <InlineAlert>
        <p>{t('order.unsettled', { count })}</p>
        {error && failure ? <p className="mt-1 font-normal">{failure.detail}</p> : null}
      </InlineAlert>
      <SpendButton size="large" busy={isPending} onClick={onAskAgain}>
        {t('mall.askAgain')}
      </SpendButton>
    </div>
  );
}

type VotesSuccessProps = { order: PlacedOrder; isOnTheWayToVote: boolean; onDone: () => void };

/** Votes that have really arrived, and where they can be cast. */
function VotesSuccess({ order, isOnTheWayToVote, onDone }: VotesSuccessProps): ReactNode {
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
          <p className="text-title font-extrabold">{t('votePack.received', { count: order.votes ?? 0 })}</p>
          <p className="num text-small font-semibold">
            {t('votePack.nowYouHave', { votes: order.votesLeft ?? 0, points: order.pointsLeft })}
          </p>
        </div>
      </div>
      {isOnTheWayToVote ? (
        <Button size="large" onClick={onDone}>
          {t('mall.goVote')}
        </Button>
      ) : (
        <>
          <Link href="/vote-activity" className={buttonStyle('primary', 'large')}>
            {t('mall.goVote')}
          </Link>
          <Button variant="quiet" className="w-full" onClick={onDone}>
            {t('common.done')}
          </Button>
        </>
      )}
    </div>
  );
}
