import { normaliseEmail } from '@lightstick/contract/email-address';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { handle } from '#/http/handle.ts';
import { networkMails, takeFromBucketIn } from '#/http/rate-limit.ts';
import { networkOf } from '#/lib/network-of.ts';
import type { HumanCheck } from './human-check/human-check.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { readUserInfo } from './fan.view.ts';
import { rememberDevice, refreshTokenCookie } from './cookies.ts';
import { isEmailTaken } from './fan.store.ts';
import { purposeOfType } from './mail-code.rules.ts';
import { createPasswordHasher } from './password-hasher.ts';
import { type AddInvite, checkRegisterCode, register } from './register.ts';
import { createSecrets } from './secrets.ts';
import { sendMailCode } from './send-mail-code.ts';
import { sessionRoutes } from './sessions.routes.ts';
import { signIn, signInByCode } from './sign-in.ts';
import { changeEmail } from './change-email.ts';
import { changePassword, resetPassword } from './change-password.ts';
import type { CredentialServices } from './prove-identity.ts';

type AccountServices = Pick<Services, 'brand' | 'db' | 'clock' | 'log' | 'settings' | 'sessions'> & {
  readonly humanCheck: HumanCheck;
  readonly addInvite: AddInvite;
};

export function accountRoutes(server: FastifyInstance, given: AccountServices): void {
  const { db, clock, settings } = given;
  const keys = createServerKeys(settings.serverSecret);
  const services = {
    ...given,
    keys,
    secrets: createSecrets({ db, clock, keys }),
    hasher: createPasswordHasher(settings.passwordCost),
    countNetworkMail: (tx: Transaction<DB>, network: string, now: Date) =>
      takeFromBucketIn(tx, {
        bucket: `mail ${network}`,
        rate: networkMails,
        factor: settings.rateLimitFactor,
        now,
      }),
  };

  signingUp(server, services);
  signingIn(server, services);
  sessionRoutes(server, services);
  credentialRoutes(server, services);

  handle(server, 'POST /wallet/api/v1/userExpand/getUserInfo', ({ fan }) => readUserInfo(db, fan.id));
}

type AllServices = AccountServices &
  Parameters<typeof sendMailCode>[0] &
  Parameters<typeof register>[0] &
  Parameters<typeof signIn>[0];

/** Calls about one address wait for each other's counters and codes. */
const mailbox = ({ email }: { readonly email: string }) => `mailbox ${normaliseEmail(email)}`;

function signingUp(server: FastifyInstance, services: AllServices): void {
  const { db, settings, secrets } = services;

  handle(server, 'POST /wallet/api/v1/user/getPublicKey', () => secrets.publicKey());

  handle(
    server,
    'GET /wallet/api/v1/user/sendEmail',
    ({ query, fan, language, device, address, receivedAt, reply }) =>
      sendMailCode(services, {
        email: query.email,
        purpose: purposeOfType(query.type),
        fanId: fan?.id,
        humanCheckToken: query.googleRecaptchaToken,
        language,
        deviceId: device.id,
        cookies: reply.request.headers.cookie,
        address,
        now: receivedAt,
      }),
    { rate: 'signUp', lock: ({ query }) => mailbox(query) },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/checkMailRegister',
    async ({ body }) => ({ registered: await isEmailTaken(db, normaliseEmail(body.email)) }),
    { rate: 'tight' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/checkRegisterCode',
    async ({ body, device, address, receivedAt, reply }) => {
      const origin = { address, cookies: reply.request.headers.cookie };
      await checkRegisterCode(services, { ...body, deviceId: device.id, origin, now: receivedAt });
      return {};
    },
    { rate: 'signUp', lock: ({ body }) => mailbox(body) },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/register',
    async ({ body, language, device, address, receivedAt, reply }) => {
      const { password, nickname, inviteCode } = body;
      const origin = { address, cookies: reply.request.headers.cookie };
      const registration = { ...body, password, nickname, inviteCode, language, device, origin, now: receivedAt };
      const signedIn = await register(services, registration);
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, settings.secureOrigin));
      rememberDevice(reply, services, body.email);
      return signedIn;
    },
    { rate: 'signUp', lock: ({ body }) => mailbox(body) },
  );
}

function signingIn(server: FastifyInstance, services: AllServices): void {
  const { settings } = services;

  handle(
    server,
    'POST /wallet/api/v1/user/login',
    async ({ body, device, address, receivedAt, reply }) => {
      const { cookie: cookies } = reply.request.headers;
      const from = { network: networkOf(address), cookies, device, now: receivedAt };
      const signedIn = await signIn(services, { ...body, ...from });
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, settings.secureOrigin));
      rememberDevice(reply, services, body.email);
      return signedIn;
    },
    { rate: 'signIn', lock: ({ body }) => mailbox(body) },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/mailCodeLogin',
    async ({ body, device, address, receivedAt, reply }) => {
      const origin = { address, cookies: reply.request.headers.cookie };
      const signedIn = await signInByCode(services, { ...body, device, origin, now: receivedAt });
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, settings.secureOrigin));
      rememberDevice(reply, services, body.email);
      return signedIn;
    },
    { rate: 'signUp', lock: ({ body }) => mailbox(body) },
  );
}

function credentialRoutes(server: FastifyInstance, services: CredentialServices & Pick<Services, 'settings'>): void {
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
