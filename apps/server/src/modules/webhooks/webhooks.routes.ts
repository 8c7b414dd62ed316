import type { FastifyInstance } from 'fastify';
import { handle, handleOnce } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import {
  addEndpoint,
  enableEndpoint,
  removeEndpoint,
  resendDelivery,
  rotateSecret,
  testEndpoint,
} from './manage-endpoints.ts';
import { readDeliveries, readEndpoints } from './webhooks.view.ts';

export function webhookRoutes(server: FastifyInstance, { db, settings }: Pick<Services, 'db' | 'settings'>): void {
  handle(server, 'GET /operator/api/v1/webhooks/list', ({ receivedAt }) => readEndpoints(db, receivedAt));

  handle(server, 'GET /operator/api/v1/webhooks/deliveries', ({ query }) => readDeliveries(db, query));

  handle(server, 'POST /operator/api/v1/webhooks/add', ({ body, operator, receivedAt: at }) =>
    db.transaction().execute((tx) => addEndpoint(tx, settings, { ...body, operator, at })),
  );

  handle(server, 'POST /operator/api/v1/webhooks/rotate', ({ body, operator, receivedAt: at }) =>
    db.transaction().execute((tx) => rotateSecret(tx, settings, { ...body, operator, at })),
  );

  handleOnce(server, 'POST /operator/api/v1/webhooks/remove', (tx, { body, operator, receivedAt: at }) =>
    removeEndpoint(tx, { ...body, operator, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/webhooks/enable', (tx, { body, operator, receivedAt: at }) =>
    enableEndpoint(tx, { ...body, operator, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/webhooks/test', (tx, { body, operator, receivedAt: at }) =>
    testEndpoint(tx, { ...body, operator, at }),
  );

  handleOnce(server, 'POST /operator/api/v1/webhooks/resend', (tx, { body, operator, receivedAt: at }) =>
    resendDelivery(tx, { ...body, operator, at }),
  );
}
