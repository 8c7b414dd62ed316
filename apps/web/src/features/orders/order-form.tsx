import type { ReactNode } from 'react';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { PurchaseForm } from '#/ui/purchase-form.tsx';
import { type Goods, mostOrderable, nftBlock } from './goods.ts';
import { orderErrorText } from './order-error-text.ts';
import type { useOrderGoods } from './use-order-goods.ts';

type OrderFormProps = {
  goods: Goods;
  points: number;
  order: ReturnType<typeof useOrderGoods>;
  onClose: () => void;
};

const presets = [1, 2, 5];

/** How many NFTs or vote packs, and one button that says what they cost. */
export function OrderForm({ goods, points, order, onClose }: OrderFormProps): ReactNode {
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
