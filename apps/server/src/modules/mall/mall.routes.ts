import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { readExchangeRecord } from './exchange-record.view.ts';
import { exchangeTicket } from './exchange-ticket.ts';
import { readOfferList } from './offer-list.view.ts';
import { readVotePacks } from './vote-packs.view.ts';

/** Serves the points mall: offers, exchanges and their record, and vote packs. */
export function mallRoutes(server: FastifyInstance, services: Pick<Services, 'db'>): void {
  const { db } = services;

  handle(server, 'POST /wallet/api/v1/pointsMall/getPointExchangeList', ({ fan, language, receivedAt }) =>
    readOfferList(db, { fanId: fan?.id, language, at: receivedAt }),
  );

  handleOnce(server, 'POST /wallet/api/v1/pointsMall/exchangeTicket', (tx, { fan, body, idempotencyKey, receivedAt }) =>
    exchangeTicket(tx, { fanId: fan.id, ...body, key: idempotencyKey, receivedAt }),
  );

  handle(server, 'GET /activity/api/v1/vote/getVoteExchangeRecord', ({ fan, query, language }) =>
    readExchangeRecord(db, { fanId: fan.id, language, ...query }),
  );

  handle(server, 'GET /activity/api/v1/vote/saleGoods', ({ query, language, receivedAt }) =>
    readVotePacks(db, { activityId: query.activityId, language, at: receivedAt }),
  );
}
