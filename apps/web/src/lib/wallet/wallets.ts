export { connectWallet, signMessage } from './ask-wallet.ts';
export { signByAddress } from './sign-by-address.ts';
export { rememberWallet, watchWallets } from './watch-wallets.ts';
