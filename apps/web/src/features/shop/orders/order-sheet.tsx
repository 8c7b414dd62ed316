import type { ReactNode } from 'react';
import { NftPicture, SerialChip, PiecePlace } from './nft-piece.tsx';
import { type PlacedOrder, useOrder, purchaseErrorText } from '#/features/shop/purchase.ts';
import { shortAddress } from '#/lib/format/text.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useSession } from '#/lib/session/session.ts';
import { useConfig } from '#/lib/use-config.ts';
import { Button } from '#/ui/button.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import { PurchaseForm } from '#/ui/spend/purchase-form.tsx';
import { SettledActions, SettledNotice, SpendSheet, useSpendState } from '#/ui/spend/spend-sheet.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { type Goods, mostOrderable, nftBlock } from './goods.ts';
import { OrderState, useOrderProgress } from './order-state.tsx';

type OrderSheetProps = {
  goods: Goods;
  /** The fan's Points; undefined while they are not known. */
  points: number | undefined;
  /** Replaces the form until then. */
  pointsToCome: ReactNode;
  /** Beneath the form: until when they last. */
  pointsNote: ReactNode;
  /** Whether the fan came from a vote to buy votes, and so goes back to it; otherwise they are led to the election. */
  isOnTheWayToVote?: boolean;
  onClose: () => void;
};

/** Spends Points for votes or NFTs: shows how many, what it costs, and what it brought. */
export function OrderSheet(props: OrderSheetProps): ReactNode {
  const { goods, points, pointsToCome, pointsNote, isOnTheWayToVote = false, onClose } = props;
  const t = useText();
  const { goodsId, title, price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  const spend = useSpendState<PlacedOrder>();
  const order = useOrder({ goodsId, price }, spend.settle);
  const { settled } = spend;
  const { unsettled } = order;
  const count = unsettled?.num ?? 1;
  return (
    <SpendSheet
      onClose={onClose}
      title={title}
      subtitle={settled ? t('order.paid', { points: settled.paid }) : t('order.each', { price })}
      media={settled?.kind === 'nft' ? null : <Media goods={goods} />}
      spend={spend}
      below={pointsNote}
      sending={order}
      unsettled={
        unsettled && {
          text: t('order.unsettled', { count }),
          askAgainLabel: t('mall.askAgain'),
          onAskAgain: () => order.order(count),
        }
      }
      renderSettled={(placed, close) =>
        placed.kind === 'nft' ? (
          <NftsReceived order={placed} onDone={close} />
        ) : (
          <VotesReceived order={placed} isOnTheWayToVote={isOnTheWayToVote} onDone={close} />
        )
      }
    >
      {(close) =>
        points === undefined ? pointsToCome : <OrderForm goods={goods} points={points} order={order} onClose={close} />
      }
    </SpendSheet>
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

type NftsReceivedProps = { order: PlacedOrder; onDone: () => void };

/** Shows the numbers that were drawn, while they are brought into the fan's collection. */
function NftsReceived({ order, onDone }: NftsReceivedProps): ReactNode {
  const t = useText();
  const status = useArrivingFocus<HTMLDivElement>();
  const progress = useOrderProgress(order);
  const [first] = progress.pieces;
  return (
    <>
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
        <OrderState order={progress} />
        <p className="num text-small font-semibold text-mute">{t('order.pointsLeft', { points: order.pointsLeft })}</p>
      </div>
      {first && first.place !== 'custody' ? <PiecePlace piece={first} /> : null}
      <SettledActions onDone={onDone} next={{ to: '/my-orders', text: t('nft.toCollection') }} />
    </>
  );
}

type VotesReceivedProps = { order: PlacedOrder; isOnTheWayToVote: boolean; onDone: () => void };

/** Says how many votes were delivered, and where to cast them. */
function VotesReceived({ order, isOnTheWayToVote, onDone }: VotesReceivedProps): ReactNode {
  const t = useText();
  return (
    <>
      <SettledNotice
        title={t('votePack.received', { count: order.votes ?? 0 })}
        detail={t('votePack.nowYouHave', { votes: order.votesLeft ?? 0, points: order.pointsLeft })}
      />
      {isOnTheWayToVote ? (
        <Button size="large" onClick={onDone}>
          {t('mall.goVote')}
        </Button>
      ) : (
        <SettledActions onDone={onDone} next={{ to: '/vote-activity', text: t('mall.goVote') }} />
      )}
    </>
  );
}

type OrderFormProps = {
  goods: Goods;
  points: number;
  order: ReturnType<typeof useOrder>;
  onClose: () => void;
};

const presets = [1, 2, 5];

/** Shows the number of NFTs or vote packs, and one button with the price. */
function OrderForm({ goods, points, order, onClose }: OrderFormProps): ReactNode {
  const t = useText();
  const destination = useNftDestination();
  const block = goods.kind === 'nft' ? nftBlock(goods.edition) : null;
  const { price } = goods.kind === 'nft' ? goods.edition : goods.pack;
  return (
    <PurchaseForm
      price={price}
      points={points}
      most={mostOrderable(goods, points)}
      blockText={block ? t(`mall.block.${block}`) : undefined}
      presets={presets}
      gains={(num) => [
        ...gainsOf(goods, num, t),
        ...(goods.kind === 'nft' ? [[t('nft.goesTo'), destination] as const] : []),
      ]}
      payLabel={(cost) => t('order.pay', { points: cost })}
      errorText={order.error ? purchaseErrorText(order.error, t) : undefined}
      isBusy={order.isPending}
      onChange={order.reset}
      onPay={order.order}
      onClose={onClose}
    />
  );
}

/**
 * Says where a bought piece goes: a wallet account's straight to the wallet, where the server mints; else into custody.
 */
function useNftDestination(): string {
  const t = useText();
  const session = useSession();
  const config = useConfig();
  const wallet = session?.userInfo.walletAddress;
  return config.data?.mintsNfts && wallet
    ? t('nft.toYourWallet', { wallet: shortAddress(wallet) })
    : t('nft.place.custody');
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
