import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button-style.ts';
import { Button } from '#/ui/button.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';
import { NftPicture } from './nft-picture.tsx';
import { OrderState } from './order-state.tsx';
import { SerialChip } from './serial-chip.tsx';
import type { PlacedOrder } from './use-order-goods.ts';
import { useOrderState } from './use-order-state.ts';

type NftSuccessProps = { order: PlacedOrder; onDone: () => void };

/** The numbers that were drawn, while they are brought into the fan's collection. */
export function NftSuccess({ order, onDone }: NftSuccessProps): ReactNode {
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
