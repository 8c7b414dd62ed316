export { walletFanRecords } from './fan-records.ts';
export { proveWallet, spendWalletProof, type WalletProof } from './prove-wallet.ts';
export { sweepWalletChallengesJob } from './sweep.ts';
export { walletRoutes } from './wallets.routes.ts';
