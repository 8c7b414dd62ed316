import type { Module } from '#/services.ts';
import { giftPersonalData } from './gifts.view.ts';
import { exchangePersonalData } from './goods.view.ts';
import { orderPersonalData } from './orders.view.ts';
import { orderJobs } from './settle-order.ts';
import { giftRoutes, type GiftServices, mallRoutes, nftMetadataRoutes, orderRoutes } from './shop.routes.ts';

export { editionRows } from './editions.store.ts';
export { assertReservedPieces, givePieces } from './order-goods.ts';
export { mintSender, refuseMinting } from './settle-order.ts';

export const shop = {
  routes(server, given) {
    mallRoutes(server, given);
    orderRoutes(server, given);
    nftMetadataRoutes(server, given);
    giftRoutes(server, given);
  },
  jobs: orderJobs,
  personalData: ({ settings }) => [exchangePersonalData, orderPersonalData(settings), giftPersonalData],
} satisfies Module<GiftServices>;
