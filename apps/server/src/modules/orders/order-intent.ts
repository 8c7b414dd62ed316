import { Refusal } from '#/errors.ts';

/** What a fan has decided to order. */
export type OrderIntent = {
  readonly fanId: number;
  readonly num: number;
  /** What one costs by what the fan was shown. */
  readonly price?: number | undefined;
  readonly key: string;
  readonly receivedAt: Date;
};

/**
 * Holds a fan to no other price than they were shown.
 *
 * @throws Refusal OFFER_CHANGED
 */
export function assertPriceAsShown(intent: Pick<OrderIntent, 'price'>, price: number): void {
  if (intent.price !== undefined && intent.price !== price) throw new Refusal('OFFER_CHANGED');
}

/** The leg by which a fan pays for an order, in Points. */
export function paymentOf(fanId: number, points: number) {
  return {
    fanId,
    asset: 'POINT',
    direction: 'pays',
    amount: points,
    pool: { kind: 'sink', name: 'mall orders' },
    reason: 'order_paid',
  } as const;
}
