import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { Services } from '#/services.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { refreshTokenCookie } from './refresh-token.ts';
import type { CredentialServices } from './prove-by-password.ts';
import { resetPassword } from './reset-password.ts';

export function credentialRoutes(
  server: FastifyInstance,
  services: CredentialServices & Pick<Services, 'settings'>,
): void {
  handle(
    server,
    'POST /wallet/api/v1/user/forgotPassword',
    async ({ body, device, receivedAt }) => {
      await resetPassword(services, { ...body, deviceId: device.id, now: receivedAt });
      return {};
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateAccountPassword',
    async ({ body, fan, device, address, receivedAt, reply }) => {
      const { oldPassword, code, newPassword } = body;
      const network = networkOf(address);
      const change = { fanId: fan.id, oldPassword, code, newPassword, network, device, now: receivedAt };
      const signedIn = await changePassword(services, change);
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, services.settings.secureOrigin));
      return signedIn;
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateAccountEmail',
    ({ body, fan, device, address, receivedAt }) =>
      changeEmail(services, {
        ...body,
        fanId: fan.id,
        deviceId: device.id,
        network: networkOf(address),
        now: receivedAt,
      }),
    { rate: 'signUp' },
  );
}
