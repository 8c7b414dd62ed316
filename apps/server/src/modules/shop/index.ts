export { assertReservedPieces, givePieces } from './order-goods.ts';
export { mintSender, orderJobs } from './settle-order.ts';
export { giftRoutes, mallRoutes, nftMetadataRoutes, orderRoutes } from './shop.routes.ts';
export { orderPersonalData } from './orders.view.ts';

export { giftPersonalData } from './gifts.view.ts';

export { exchangePersonalData } from './goods.view.ts';
