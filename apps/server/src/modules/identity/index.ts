import { createServerKeys } from '#/config/server-keys.ts';
import type { Module } from '#/services.ts';
import { createHumanCheck, humanCheckRoutes } from './human-check/human-check.routes.ts';
import { accountRoutes } from './identity.routes.ts';
import type { AddInvite } from './register.ts';
import type { NotifyOfWallet } from './wallets/link-wallet.ts';
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

export {
  findFanToErase,
  listErasedFans,
  listFansToErase,
  readLeaver,
  requestDeletion,
} from './account-deletion.store.ts';
export {
  holdFanNamed,
  holdFanOfAccount,
  holdRemainingFans,
  lockFan,
  lockFanAgainstRows,
  lockRemainingFan,
} from './fan-locks.store.ts';
export { makeFormerFan } from './fan.store.ts';
export {
  accountRows,
  faceRows,
  type FanName,
  findFanNamed,
  isErased,
  listFansNamed,
  presentFaceRows,
  presentFan,
  readLanguages,
  readMailReceivers,
  readRemindedByMail,
  type ShownFan,
  showsSupport,
  supporterFaceRows,
} from './fans.view.ts';
export { createAltcha, createRecaptcha } from './human-check/human-check.ts';
export { clearRefreshTokenCookie } from './cookies.ts';
export { signInRows } from './sessions.view.ts';
export { proveByCode, type UseProof } from './prove-identity.ts';
export { beginSignIn, createSessions, endSignInsOf } from './sessions.ts';
export { proveWallet, spendWalletProof, type WalletProof } from './wallets/prove-wallet.ts';
export { receivingWallet } from './wallets/wallet.view.ts';

export const identity = {
  routes(server, given) {
    const humanCheck = createHumanCheck(given);
    humanCheckRoutes(server, humanCheck);
    accountRoutes(server, { ...given, humanCheck });
    walletRoutes(server, given);
    profileRoutes(server, given);
  },
  jobs: (services) => [sweepAccountsJob(services), sweepWalletChallengesJob(services), ...profileJobs(services)],
  personalData: ({ settings }) => [
    accountPersonalData(createServerKeys(settings.serverSecret)),
    walletPersonalData,
    profilePersonalData,
  ],
} satisfies Module<{ readonly addInvite: AddInvite; readonly notifyOfWallet: NotifyOfWallet }>;
