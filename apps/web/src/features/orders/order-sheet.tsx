import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { celebrate } from '#/ui/confetti.ts';
import { Sheet } from '#/ui/dialog/sheet.tsx';
import { HeartIcon } from '#/ui/icons/more-icons.tsx';
import type { Goods } from './goods.ts';
import { NftPicture } from './nft-picture.tsx';
import { NftSuccess } from './nft-success.tsx';
import { OrderForm } from './order-form.tsx';
import { OrderUnsettled } from './order-unsettled.tsx';
import { type PlacedOrder, useOrderGoods } from './use-order-goods.ts';
import { VotesSuccess } from './votes-success.tsx';

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
  const order = useOrderGoods({ goodsId, price }, (answer) => {
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
