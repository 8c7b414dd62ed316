import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import { listEditions } from './editions.store.ts';
import { readOrders, readOrdersBeingHandled } from './orders.view.ts';
import { orderGoods } from './order-goods.ts';
import type { Services } from '#/services.ts';
import { createSingleFlight } from '#/lib/single-flight.ts';
import { moveToWallet, readMoveTerms } from './move-to-wallet.ts';
import { exchangeTicket } from './exchange-ticket.ts';
import { readMyNfts } from './pieces.view.ts';
import { readVotePacks, readNftList } from './goods.view.ts';
import { listOffersWithStock } from './offers.store.ts';
import { readExchangeRecord, readOfferList } from './offers.view.ts';

export function mallRoutes(server: FastifyInstance, services: Pick<Services, 'db' | 'clock'>): void {
  const { db, clock } = services;

  handle(server, 'POST /wallet/api/v1/pointsMall/getPointExchangeList', ({ fan, language, receivedAt }) =>
    readOfferList(db, { fanId: fan?.id, language, at: receivedAt }),
  );

  const limited = createSingleFlight(clock, () => listOffersWithStock(db));
  handleOnce(
    server,
    'POST /wallet/api/v1/pointsMall/exchangeTicket',
    (tx, { fan, body, idempotencyKey, receivedAt }) =>
      exchangeTicket(tx, { fanId: fan.id, ...body, key: idempotencyKey, receivedAt }),
    {
      // Of an offer without stock, only calls of one fan wait for each other.
      lock: async ({ fan, body: { offerId } }) =>
        (await limited.current()).has(offerId) ? `stock of ${offerId}` : `exchanges of ${fan.id}`,
    },
  );

  handle(server, 'GET /activity/api/v1/vote/getVoteExchangeRecord', ({ fan, query, language }) =>
    readExchangeRecord(db, { fanId: fan.id, language, ...query }),
  );

  handle(server, 'GET /activity/api/v1/vote/saleGoods', ({ query, language, receivedAt }) =>
    readVotePacks(db, { activityId: query.activityId, language, at: receivedAt }),
  );
}

export function orderRoutes(
  server: FastifyInstance,
  { db, clock, settings }: Pick<Services, 'db' | 'clock' | 'settings'>,
): void {
  // Concurrent requests share one count of the stock, because a sale causes a burst of them.
  const editions = createSingleFlight(clock, () => listEditions(db));

  handle(server, 'POST /wallet/api/v1/pointsMall/getPointToNftList', async ({ fan, language, receivedAt: at }) =>
    readNftList(db, { editions: await editions.current(), fanId: fan?.id, language, at }),
  );

  handleOnce(server, 'POST /wallet/api/v1/pointsMall/summitBuy', {
    run: (tx, { fan, body, language, idempotencyKey: key, receivedAt }) =>
      orderGoods(tx, settings, { fanId: fan.id, ...body, language, key, receivedAt }),
    committed: ({ kind }) => kind === 'nft' && editions.forget(),
  });

  handle(server, 'POST /wallet/api/v1/pointsMall/getOrderList', ({ fan, body, language }) =>
    readOrders(db, settings, { fanId: fan.id, language, ...body }),
  );

  handle(server, 'POST /wallet/api/v1/pointsMall/getHandlerStatus', ({ fan }) => readOrdersBeingHandled(db, fan.id));

  handle(server, 'POST /wallet/api/v1/userExpand/getNftExchangeRecord', ({ fan, body, language }) =>
    readOrders(db, settings, { fanId: fan.id, language, kind: 'nft', ...body }),
  );

  handle(server, 'GET /activity/api/v1/packet/myNft', ({ fan, query, language }) =>
    readMyNfts(db, settings, { fanId: fan.id, language, ...query }),
  );

  handle(server, 'POST /wallet/api/v1/pointsMall/getMoveTerms', ({ fan, receivedAt: at }) =>
    readMoveTerms(db, settings, { fanId: fan.id, at }),
  );

  handleOnce(
    server,
    'POST /wallet/api/v1/pointsMall/moveToWallet',
    (tx, { fan, body, language, idempotencyKey: key, receivedAt }) =>
      moveToWallet(tx, settings, { fanId: fan.id, ...body, language, key, receivedAt }),
  );
}
