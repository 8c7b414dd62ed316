import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { networkOf } from '#/http/rate-limit.ts';
import type { HumanCheck } from '#/modules/human-check/index.ts';
import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { readUserInfo } from './accounts.view.ts';
import { normaliseEmail } from './email.rules.ts';
import { isEmailTaken } from './fan.store.ts';
import { noPassportCookie, passportCookie, passportIn } from './passport-cookie.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { register } from './register.ts';
import { renewToken } from './renew-token.ts';
import { isFromOwnPage } from './same-origin.rules.ts';
import { createSecrets } from './secrets/secrets.ts';
import { sendMailCode } from './send-mail-code.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

type AccountServices = Pick<Services, 'db' | 'clock' | 'settings' | 'sessions'> & { readonly humanCheck: HumanCheck };

/** The calls by which fans open accounts, sign in and out, and see who they are. */
export function accountRoutes(server: FastifyInstance, given: AccountServices): void {
  const { db, clock, settings } = given;
  const keys = createServerKeys(settings.serverSecret);
  const services = { ...given, keys, secrets: createSecrets({ db, clock, keys }), hasher: createPasswordHasher() };

  signingUp(server, services);
  signingIn(server, services);

  handle(server, 'POST /wallet/api/v1/userExpand/getUserInfo', ({ fan }) => readUserInfo(db, fan.id));
}

type AllServices = AccountServices &
  Parameters<typeof sendMailCode>[0] &
  Parameters<typeof register>[0] &
  Parameters<typeof signIn>[0];

function signingUp(server: FastifyInstance, services: AllServices): void {
  const { db, settings, secrets } = services;

  handle(server, 'POST /wallet/api/v1/user/getPublicKey', () => secrets.publicKey());

  handle(
    server,
    'GET /wallet/api/v1/user/sendEmail',
    ({ query, language, deviceId, address, receivedAt }) =>
      sendMailCode(services, {
        email: query.email,
        humanCheckToken: query.googleRecaptchaToken,
        humanCheckAction: query.googleActionType,
        language,
        deviceId,
        address,
        now: receivedAt,
      }),
    { rate: 'tight' },
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/checkMailRegister',
    async ({ body }) => ({ registered: await isEmailTaken(db, normaliseEmail(body.email)) }),
    { rate: 'tight' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/register',
    async ({ body, language, deviceId, receivedAt, reply }) => {
      const { nickname, inviteCode } = body;
      const signedIn = await register(services, { ...body, nickname, inviteCode, language, deviceId, now: receivedAt });
      reply.header('set-cookie', passportCookie(signedIn.passportToken, settings.secureOrigin));
      return signedIn;
    },
    { rate: 'tight' },
  );
}

function signingIn(server: FastifyInstance, services: AllServices): void {
  const { settings } = services;

  handle(
    server,
    'POST /wallet/api/v1/user/login',
    async ({ body, deviceId, address, receivedAt, reply }) => {
      const signedIn = await signIn(services, { ...body, network: networkOf(address), deviceId, now: receivedAt });
      reply.header('set-cookie', passportCookie(signedIn.passportToken, settings.secureOrigin));
      return signedIn;
    },
    { rate: 'tight' },
  );

  handle(server, 'POST /wallet/api/v1/user/logout', async ({ receivedAt, reply }) => {
    // A caller without a token has been answered 401 before.
    await signOut(services, { token: String(reply.request.headers['token']), now: receivedAt });
    reply.header('set-cookie', noPassportCookie(settings.secureOrigin));
    return {};
  });

  handle(server, 'POST /wallet/api/v1/user/session', async ({ deviceId, receivedAt, reply }) => {
    const { headers, host } = reply.request;
    const asking = { fetchSite: oneOf(headers['sec-fetch-site']), origin: headers.origin, host };
    const passportToken = passportIn(headers.cookie);
    if (!passportToken || !isFromOwnPage(asking, settings.publicUrl)) throw new Refusal('UNAUTHENTICATED');
    return renewToken(services, { passportToken, deviceId, now: receivedAt });
  });
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
