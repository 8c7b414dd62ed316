import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Goods } from '#/features/orders/goods.ts';
import { OrderSheet } from '#/features/orders/order-sheet.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { signInPath } from '#/lib/navigation.ts';
import { useSession } from '#/lib/session/session.ts';
import { PointsToCome } from './points-to-come.tsx';

type OrderIntent = {
  readonly choose: (goods: Goods) => void;
  /** Where the order is made, while there is one. */
  readonly sheet: ReactNode;
};

/** Opens the sheet of an order for a fan, and the sign-in screen for everybody else, who comes back to `path`. */
export function useOrderIntent(path: string): OrderIntent {
  const session = useSession();
  const points = useBalance(pointAsset);
  const [, navigate] = useLocation();
  const [goods, setGoods] = useState<Goods | null>(null);
  return {
    choose: (chosen) => (session ? setGoods(chosen) : navigate(signInPath(path))),
    sheet: goods ? (
      <OrderSheet goods={goods} points={points} pointsToCome={<PointsToCome />} onClose={() => setGoods(null)} />
    ) : null,
  };
}
