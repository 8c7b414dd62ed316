import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { passportCookie } from '#/modules/accounts/index.ts';
import { createServerKeys } from '#/server-keys.ts';
import type { Services } from '#/services.ts';
import { bindEmail } from './bind-email.ts';
import { normaliseAddress } from './challenge.rules.ts';
import { issueChallenge } from './issue-challenge.ts';
import { loadValidator } from './signatures/contract-signature.ts';
import { signInByWallet } from './sign-in-by-wallet.ts';
import { walletOf } from './wallet.view.ts';

type WalletServices = Pick<Services, 'db' | 'settings' | 'log'>;

/** The calls by which wallets are asked for a signature, and by which fans sign in with one. */
export function walletRoutes(server: FastifyInstance, services: WalletServices): void {
  const { db, settings } = services;
  if (settings.chainRpcUrl) server.addHook('onReady', async () => void (await loadValidator()));

  handle(
    server,
    'POST /wallet/api/v1/user/metaMaskLogin',
    async ({ body, language, device, receivedAt: now, reply }) => {
      if ('address' in body) {
        const address = normaliseAddress(body.address);
        return issueChallenge(services, { purpose: 'signIn', address, fanId: null, now });
      }
      const { message, signature, inviteCode } = body;
      const signedIn = await signInByWallet(services, { message, signature, inviteCode, language, device, now });
      reply.header('set-cookie', passportCookie(signedIn.passportToken, settings.secureOrigin));
      return signedIn;
    },
    { rate: 'signIn' },
  );

  handle(
    server,
    'POST /wallet/api/v1/user/walletChallenge',
    async ({ body, fan, receivedAt: now }) => {
      const address = await walletOf(db, fan.id);
      if (!address) throw new Refusal('NOT_A_WALLET_ACCOUNT');
      return issueChallenge(services, { purpose: body.purpose, address, fanId: fan.id, now });
    },
    { rate: 'signUp' },
  );

  const keys = createServerKeys(settings.serverSecret);
  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateWeb3Email',
    ({ body, fan, device, receivedAt }) =>
      bindEmail({ ...services, keys }, { ...body, fanId: fan.id, deviceId: device.id, now: receivedAt }),
    { rate: 'signUp' },
  );
}
