import type { FastifyInstance } from 'fastify';
import type { PersonalData } from '#/services.ts';
import { handle } from '#/http/handle.ts';
import { clearRefreshTokenCookie } from '#/modules/identity/index.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import { exportData } from './export-data.ts';
import { deleteAccount, type DeletionServices } from './delete-account.ts';

type AccountDeletionServices = Omit<DeletionServices, 'keys'> & { readonly records: readonly PersonalData[] };

/** Registers the calls that delete an account and export its data. */
export function privacyRoutes(server: FastifyInstance, given: AccountDeletionServices): void {
  const { db, settings, records } = given;
  const services = { ...given, keys: createServerKeys(settings.serverSecret) };

  handle(
    server,
    'POST /wallet/api/v1/user/deleteUser',
    async ({ fan, body, language, device, receivedAt, reply }) => {
      const { confirm, code, message, signature } = body;
      const wish = { fan, confirm, code, message, signature, language, deviceId: device.id, now: receivedAt };
      const left = await deleteAccount(services, wish);
      reply.header('set-cookie', clearRefreshTokenCookie(settings.secureOrigin));
      return left;
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/getMyData',
    ({ fan, language, receivedAt }) => exportData({ db, records }, { fan, language, now: receivedAt }),
    { rate: 'tight' },
  );
}
