import { normaliseEmail } from '@lightstick/contract/email-address';
import type { FastifyInstance } from 'fastify';
import { handle } from '#/http/handle.ts';
import type { Services } from '#/services.ts';
import { changeEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { rememberDevice } from './device-cookie.ts';
import { refreshTokenCookie } from './refresh-token.ts';
import type { CredentialServices } from './prove-identity.ts';
import { resetPassword } from './reset-password.ts';

export function credentialRoutes(
  server: FastifyInstance,
  services: CredentialServices & Pick<Services, 'settings'>,
): void {
  const { settings } = services;

  handle(
    server,
    'POST /wallet/api/v1/user/forgotPassword',
    async ({ body, device, address, receivedAt, reply }) => {
      const origin = { address, cookies: reply.request.headers.cookie };
      await resetPassword(services, { ...body, deviceId: device.id, origin, now: receivedAt });
      // The mailbox's owner signs in next, whatever strangers try meanwhile.
      rememberDevice(reply, services, body.email);
      return {};
    },
    { rate: 'signUp', lock: ({ body }) => `mailbox ${normaliseEmail(body.email)}` },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateAccountPassword',
    async ({ body, fan, device, receivedAt, reply }) => {
      const { oldPassword, code, newPassword } = body;
      const change = { fanId: fan.id, oldPassword, code, newPassword, device, now: receivedAt };
      const signedIn = await changePassword(services, change);
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, settings.secureOrigin));
      return signedIn;
    },
    { rate: 'signUp' },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateAccountEmail',
    ({ body, fan, device, receivedAt }) => {
      const { password, ownCode } = body;
      return changeEmail(services, { ...body, password, ownCode, fanId: fan.id, deviceId: device.id, now: receivedAt });
    },
    { rate: 'signUp' },
  );
}
