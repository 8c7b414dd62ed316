import type { FastifyInstance } from 'fastify';
import { createServerKeys } from '#/config/server-keys.ts';
import { Refusal } from '#/errors.ts';
import { handle } from '#/http/handle.ts';
import { rememberDevice, refreshTokenCookie } from '#/modules/identity/cookies.ts';
import type { AddInvite } from '#/modules/identity/register.ts';
import { linkWallet, type NotifyOfWallet, proveLinker, unlinkWallet } from './link-wallet.ts';
import { bindEmail, loadValidator } from './prove-wallet.ts';
import {
  normaliseAddress,
  challengeMessage,
  type ChallengePurpose,
  challengeValidMs,
  randomNonce,
  type WalletAddress,
} from './challenge.rules.ts';
import { insertChallenge } from './wallets.store.ts';
import { signInByWallet } from './sign-in-by-wallet.ts';
import { walletOf } from './wallet.view.ts';
import type { Services } from '#/services.ts';

type WalletServices = Pick<Services, 'brand' | 'db' | 'settings' | 'log'> & {
  readonly addInvite: AddInvite;
  readonly notifyOfWallet: NotifyOfWallet;
};

/** Registers the routes to ask wallets for signatures, and to sign in with them. */
export function walletRoutes(server: FastifyInstance, services: WalletServices): void {
  const { db, settings } = services;
  const keys = createServerKeys(settings.serverSecret);
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
      reply.header('set-cookie', refreshTokenCookie(signedIn.passportToken, settings.secureOrigin));
      const { email } = signedIn.userInfo;
      if (email !== null) rememberDevice(reply, { keys, settings }, email);
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

  handle(
    server,
    'POST /wallet/api/v1/userExpand/linkWallet',
    async ({ body, fan, device, receivedAt: now }) => {
      const own = { fanId: fan.id, code: body.code, deviceId: device.id, now };
      if (!('address' in body)) {
        const { message, signature } = body;
        return linkWallet({ ...services, keys }, { ...own, message, signature });
      }
      await proveLinker({ db, keys }, own);
      const address = normaliseAddress(body.address);
      return issueChallenge(services, { purpose: 'linkWallet', address, fanId: fan.id, now });
    },
    { rate: 'signUp' },
  );

  handle(server, 'POST /wallet/api/v1/userExpand/unlinkWallet', ({ fan, receivedAt: now }) =>
    unlinkWallet({ ...services, keys }, { fanId: fan.id, now }),
  );

  handle(
    server,
    'POST /wallet/api/v1/userExpand/updateWeb3Email',
    ({ body, fan, device, receivedAt }) =>
      bindEmail({ ...services, keys }, { ...body, fanId: fan.id, deviceId: device.id, now: receivedAt }),
    { rate: 'signUp' },
  );
}

type ChallengeWish = {
  readonly purpose: ChallengePurpose;
  readonly address: WalletAddress;
  readonly fanId: number | null;
  readonly now: Date;
};

/** Creates and stores a message for a wallet to sign; only the stored copy counts. */
async function issueChallenge(
  { brand, db, settings }: Pick<Services, 'brand' | 'db' | 'settings'>,
  wish: ChallengeWish,
) {
  const { purpose, address, fanId, now } = wish;
  const expiresAt = new Date(now.getTime() + challengeValidMs);
  const { publicUrl } = settings;
  const { en_US: product } = (await brand()).name;
  const nonce = randomNonce();
  const message = challengeMessage({ purpose, address, product, publicUrl, nonce, issuedAt: now, expiresAt });
  await insertChallenge(db, { message, purpose, address, fanId, createdAt: now, expiresAt });
  return { message, expiresAt: expiresAt.toISOString() };
}
