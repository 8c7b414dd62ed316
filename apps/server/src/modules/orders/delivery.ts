import type { OpenOrder } from './orders.store.ts';

/**
 * Brings the pieces of an order to where their fan will have them. It is asked again for the same order when an answer
 * was lost, and then must answer as before without delivering twice; `orderId` is what it can know an order by.
 *
 * Answers `impossible` where it never will be possible; throws where it may be later.
 */
export type Delivery = (order: OpenOrder) => Promise<'delivered' | 'impossible'>;

/** The platform keeps the pieces for their fans: they are where they belong as soon as the order says so. */
export const custody: Delivery = () => Promise.resolve('delivered');
