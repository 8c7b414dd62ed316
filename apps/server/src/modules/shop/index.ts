export { assertReservedPieces, givePieces } from './give-pieces.ts';
export { mintSender } from './mint-sender.ts';
export { nftMetadataRoutes } from './nft-metadata.routes.ts';
export { orderPersonalData } from './orders.view.ts';
export { orderRoutes, mallRoutes } from './shop.routes.ts';
export { orderJobs } from './settle-order.ts';

export { giftPersonalData } from './gifts.view.ts';
export { giftRoutes } from './gifts.routes.ts';

export { exchangePersonalData } from './offers.view.ts';
