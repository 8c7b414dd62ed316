export { connectWallet, signMessage } from './ask-wallet.ts';
export { signByAddress } from './ask-wallet.ts';
export { rememberWallet, watchWallets } from './watch-wallets.ts';
