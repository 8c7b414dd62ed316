import { type ReactNode, useState } from 'react';
import type { VotePack } from '#/features/shop/orders/goods.ts';
import { OrderSheet } from '#/features/shop/orders/order-sheet.tsx';
import { VotePackList } from '#/features/shop/orders/vote-pack-list.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Sheet } from '#/ui/dialog.tsx';
import { PointsToCome } from './mall/points-to-come.tsx';

type OrderVotesSheetProps = { activityId: string; onClose: () => void };

/** For a fan who runs out of votes while voting: the packs, then the order, then back to the vote. */
export function OrderVotesSheet({ activityId, onClose }: OrderVotesSheetProps): ReactNode {
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
