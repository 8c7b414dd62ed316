import type { Contract, DataOf } from '@lightstick/contract';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { isPublicAddress } from '#/lib/post-to-public.ts';
import { lockRemainingFan } from '#/modules/identity/index.ts';
import type { Services } from '#/services.ts';
import { deleteSubscription, insertSubscription, setAtNight } from './push.store.ts';
import { readPushState } from './push.view.ts';
import { pushKeys } from './send-pushes.ts';

type PushSettings = DataOf<Contract['GET /wallet/api/v1/push/getSettings']>;

/** Registers the calls about pushes. Changes answer the settings, so that screens need no second call. */
export function pushRoutes(server: FastifyInstance, services: Pick<Services, 'db' | 'clock' | 'settings'>): void {
  const { db, settings } = services;

  async function show({ id: fanId, signInId }: { id: number; signInId: string }): Promise<PushSettings> {
    const { publicKey } = await pushKeys(services);
    return { publicKey, ...(await readPushState(db, { fanId, signInId })) };
  }

  // The first server makes the key pair before it listens, because a safe call writes nothing.
  server.addHook('onReady', async () => void (await pushKeys(services)));

  handle(server, 'GET /wallet/api/v1/push/getSettings', ({ fan }) => show(fan));

  handle(server, 'POST /wallet/api/v1/push/subscribe', async ({ fan, body, receivedAt: at }) => {
    if (!isPublicAddress(body.endpoint, settings.pushTestReceiver)) throw new Refusal('PUSH_SERVICE_UNKNOWN');
    await db.transaction().execute(async (tx) => {
      if (!(await lockRemainingFan(tx, fan.id))) throw new Refusal('UNAUTHENTICATED');
      await insertSubscription(tx, { fanId: fan.id, signInId: fan.signInId, ...body, at });
    });
    return show(fan);
  });

  handle(server, 'POST /wallet/api/v1/push/unsubscribe', async ({ fan }) => {
    await deleteSubscription(db, { fanId: fan.id, signInId: fan.signInId });
    return show(fan);
  });

  handle(server, 'POST /wallet/api/v1/push/setAtNight', async ({ fan, body }) => {
    await setAtNight(db, fan.id, body.atNight);
    return show(fan);
  });
}
