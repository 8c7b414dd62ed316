import type { FastifyInstance } from 'fastify';
import type { FanRecords } from '#/fan-records.ts';
import { handle } from '#/http/handle.ts';
import { noPassportCookie } from '#/modules/accounts/index.ts';
import { createServerKeys } from '#/server-keys.ts';
import { copyMyData } from './copy-my-data.ts';
import { leave, type LeaveServices } from './leave.ts';

type LeavingServices = Omit<LeaveServices, 'keys'> & { readonly records: readonly FanRecords[] };

/** Serves the calls by which a fan leaves, and takes along what is theirs. */
export function leavingRoutes(server: FastifyInstance, given: LeavingServices): void {
  const { db, settings, records } = given;
  const services = { ...given, keys: createServerKeys(settings.serverSecret) };

  handle(
    server,
    'POST /wallet/api/v1/user/deleteUser',
    async ({ fan, body, language, device, receivedAt, reply }) => {
      const { confirm, code, message, signature } = body;
      const wish = { fan, confirm, code, message, signature, language, deviceId: device.id, now: receivedAt };
      const left = await leave(services, wish);
      reply.header('set-cookie', noPassportCookie(settings.secureOrigin));
      return left;
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/getMyData',
    ({ fan, language, receivedAt }) => copyMyData({ db, records }, { fan, language, now: receivedAt }),
    { rate: 'tight' },
  );
}
