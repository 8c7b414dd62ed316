import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { handle, handleOnce } from '#/http/handle.ts';
import { listEditions } from './editions.store.ts';
import { readOrders, readOrdersBeingHandled, readMyNfts, findMintedPiece } from './orders.view.ts';
import { orderGoods } from './order-goods.ts';
import type { Services } from '#/services.ts';
import { createSingleFlight } from '#/lib/shared-reads.ts';
import { moveToWallet, readMoveTerms } from './move-to-wallet.ts';
import { exchangeTicket } from './exchange-ticket.ts';
import { readVotePacks, readNftList, readExchangeRecord, readOfferList } from './goods.view.ts';
import { listOffersWithStock } from './offers.store.ts';
import type { Settings } from '#/config/settings.ts';
import type { DB } from '#/db/schema.ts';
import { isFresh } from '#/http/response-cache.ts';
import { drawNft, nftUrl } from '#/modules/art/index.ts';
import { localDateAt } from '#/lib/local-date.ts';
import { Refusal } from '#/errors.ts';
import { type ActivityCatalogue, findActivity } from '#/modules/elections/index.ts';
import { readGiftRecords, readGiftTerms, readGiftTermsOfFan } from './gifts.view.ts';
import { assertNotEnded, giveTickets } from './give-tickets.ts';
import { fanNameOf, countNaming, findReceiver } from './gifts.store.ts';

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

/** What the contract's `tokenURI` names. A title may be corrected, so it is not immutable. */
const cacheControl = 'public, max-age=3600';

/** Registers GET /nft/{tokenId}.json: the metadata of a piece that has left custody, by ERC-721. */
export function nftMetadataRoutes(server: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  const config = { route: 'GET /nft/{tokenId}.json', rate: 'drawing' } as const;
  server.get('/nft/:token', { config }, async (request, reply) => {
    const { token } = request.params as { token: string };
    const tokenId = /^([1-9]\d{0,14})\.json$/.exec(token)?.[1];
    const metadata = tokenId === undefined ? undefined : await readMetadata(db, settings, Number(tokenId));
    reply.header('access-control-allow-origin', '*').header('x-content-type-options', 'nosniff');
    if (!metadata) return reply.code(404).type('text/plain; charset=utf-8').send('There is no token of this id.\n');
    const body = JSON.stringify(metadata);
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
    reply.header('cache-control', cacheControl);
    if (isFresh(request, reply, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

async function readMetadata(
  db: Kysely<DB>,
  { assetBaseUrl, publicUrl }: Pick<Settings, 'assetBaseUrl' | 'publicUrl'>,
  tokenId: number,
) {
  const piece = await findMintedPiece(db, tokenId);
  if (!piece) return undefined;
  const { serial, size, seed, title, description } = piece;
  return {
    name: `${title.en_US} #${serial}`,
    description: description.en_US,
    image: `${assetBaseUrl ?? publicUrl}${nftUrl(seed)}`,
    /** The SHA-256 of the picture's bytes, in hexadecimal digits. */
    image_sha256: hash('sha256', drawNft(seed)),
    attributes: [
      { trait_type: 'Edition', value: title.en_US },
      { trait_type: 'Number', display_type: 'number', value: serial, max_value: size },
    ],
  };
}

export type GiftServices = Pick<Services, 'db' | 'settings'> & { readonly catalogue: ActivityCatalogue };

export function giftRoutes(server: FastifyInstance, { db, settings, catalogue }: GiftServices): void {
  const timeZone = settings.platformTimeZone;

  handle(server, 'POST /wallet/api/v1/pointsMall/getGiftTerms', async ({ fan, body, receivedAt }) => {
    const activity = await findActivity(catalogue, body.activityId);
    return readGiftTermsOfFan(db, { fanId: fan.id, activity, at: receivedAt, timeZone });
  });

  handle(
    server,
    'POST /wallet/api/v1/pointsMall/getGiftReceiver',
    async ({ fan, body }) => (await findReceiver(db, { senderId: fan.id, naming: fanNameOf(body.fanCode) })).face,
    { rate: 'tight' },
  );

  handleOnce(
    server,
    'POST /wallet/api/v1/pointsMall/transferVotes',
    {
      async prepare({ fan, body, receivedAt }, isAnswered) {
        const activity = await findActivity(catalogue, body.activityId);
        const naming = fanNameOf(body.toAccount);
        const day = localDateAt(receivedAt, timeZone);
        if (naming.by === 'email' && !(await isAnswered())) {
          assertNotEnded(activity, receivedAt);
          await letNameByEmail(fan.id, day);
        }
        return { activity, naming, day };
      },
      run: (tx, { fan, body, idempotencyKey: key, receivedAt }, prepared) =>
        giveTickets(tx, { senderId: fan.id, ...prepared, tickets: body.num, key, receivedAt }),
    },
    { rate: 'tight', lock: ({ body }) => `gifts to ${body.toAccount}` },
  );

  /** Counts the naming in a commit before the look-up, so that a refusal does not roll the count back. */
  async function letNameByEmail(fanId: number, day: string): Promise<void> {
    const { mostByEmail: most } = await readGiftTerms(db);
    if (!(await countNaming(db, { fanId, day, most }))) throw new Refusal('GIFT_EMAILS_USED_UP', { limit: most });
  }

  handle(server, 'POST /wallet/api/v1/userExpand/transferTicketRecords', ({ fan, body }) =>
    readGiftRecords(db, { fanId: fan.id, ...body }),
  );
}
