import { createServerKeys } from '#/config/server-keys.ts';
import type { Module } from '#/services.ts';
import { createHumanCheck, humanCheckRoutes } from './human-check/human-check.routes.ts';
import { accountRoutes } from './identity.routes.ts';
import {
  accountPersonalData,
  profilePersonalData,
  sweepAccountsJob,
  sweepWalletChallengesJob,
  walletPersonalData,
} from './personal-data.ts';
import { profileJobs } from './profiles/avatar-files.ts';
import { profileRoutes } from './profiles/profiles.routes.ts';
import { walletRoutes } from './wallets/wallets.routes.ts';

export { lockFan, makeFormerFan } from './fan.store.ts';
export { createAltcha, createRecaptcha } from './human-check/human-check.ts';
export { clearRefreshTokenCookie } from './cookies.ts';
export { proveByCode, type UseProof } from './prove-identity.ts';
export { beginSignIn, createSessions, endSignInsOf } from './sessions.ts';
export { proveWallet, spendWalletProof, type WalletProof } from './wallets/prove-wallet.ts';
export { receivingWallet } from './wallets/wallet.view.ts';

export const identity = {
  routes(server, services) {
    const humanCheck = createHumanCheck(services);
    humanCheckRoutes(server, humanCheck);
    accountRoutes(server, { ...services, humanCheck });
    walletRoutes(server, services);
    profileRoutes(server, services);
  },
  jobs: (services) => [sweepAccountsJob(services), sweepWalletChallengesJob(services), ...profileJobs(services)],
  personalData: ({ settings }) => [
    accountPersonalData(createServerKeys(settings.serverSecret)),
    walletPersonalData,
    profilePersonalData,
  ],
} satisfies Module;
