export { lockFan, makeFormerFan } from './fan.store.ts';
export { createAltcha, createRecaptcha } from './human-check/human-check.ts';
export { createHumanCheck, humanCheckRoutes } from './human-check/human-check.routes.ts';
export { accountRoutes } from './identity.routes.ts';
export { checkCode, guessAt, useCode } from './mail-code.store.ts';
export {
  accountPersonalData,
  profilePersonalData,
  sweepAccountsJob,
  sweepWalletChallengesJob,
  walletPersonalData,
} from './personal-data.ts';
export { profileJobs } from './profiles/avatar-files.ts';
export { profileRoutes } from './profiles/profiles.routes.ts';
export { clearRefreshTokenCookie } from './cookies.ts';
export { beginSignIn, createSessions, endSignInsOf } from './sessions.ts';
export { proveWallet, spendWalletProof, type WalletProof } from './wallets/prove-wallet.ts';
export { receivingWallet } from './wallets/wallet.view.ts';
export { walletRoutes } from './wallets/wallets.routes.ts';
