import type { FastifyInstance } from 'fastify';
import { answerOnce } from '#/http/answer-once.ts';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { shareReading } from '#/shared-reading.ts';
import { listEditions } from './editions.store.ts';
import { readNftList } from './editions.view.ts';
import { readMyNfts } from './my-nfts.view.ts';
import { orderGoods } from './order-goods.ts';
import { readOrders, readOrdersBeingHandled } from './orders.view.ts';

/** Serves orders of vote packs and NFTs, their record, and the NFTs that fans have. */
export function orderRoutes(server: FastifyInstance, { db }: Pick<Services, 'db'>): void {
  // What is left is counted once for everybody: in a sale they all ask at once.
  const editions = shareReading(() => listEditions(db));

  handle(server, 'POST /wallet/api/v1/pointsMall/getPointToNftList', async ({ fan, language, receivedAt: at }) =>
    readNftList(db, { editions: await editions.current(), fanId: fan?.id, language, at }),
  );

  const ordering = 'POST /wallet/api/v1/pointsMall/summitBuy';
  handle(server, ordering, async (call) => {
    const { fan, body, language, idempotencyKey: key, receivedAt } = call;
    const placed = await answerOnce(db, ordering, call, (tx) =>
      orderGoods(tx, { fanId: fan.id, ...body, language, key, receivedAt }),
    );
    if (placed.kind === 'nft') editions.forget();
    return placed;
  });

  handle(server, 'POST /wallet/api/v1/pointsMall/getOrderList', ({ fan, body, language }) =>
    readOrders(db, { fanId: fan.id, language, ...body }),
  );

  handle(server, 'POST /wallet/api/v1/pointsMall/getHandlerStatus', async ({ fan }) => {
    const orderIds = await readOrdersBeingHandled(db, fan.id);
    return { isHandling: orderIds.length > 0, orderIds };
  });

  handle(server, 'POST /wallet/api/v1/userExpand/getNftExchangeRecord', ({ fan, body, language }) =>
    readOrders(db, { fanId: fan.id, language, kind: 'nft', ...body }),
  );

  handle(server, 'GET /activity/api/v1/packet/myNft', ({ fan, query, language }) =>
    readMyNfts(db, { fanId: fan.id, language, ...query }),
  );
}
