/** A wallet app with a browser, and the link that opens one of our pages in it. */
export type WalletBrowser = { readonly name: string; readonly link: (address: string) => string };

/** BNB Smart Chain among Trust Wallet's ids of chains. */
const trustChain = 20_000_714;

/**
 * The wallets whose makers document such a link (docs.metamask.io, developer.trustwallet.com, web3.okx.com). Binance's no
 * longer opens pages of others by link.
 */
export const walletBrowsers: readonly WalletBrowser[] = [
  { name: 'MetaMask', link: (address) => `https://link.metamask.io/dapp/${address.replace(/^https?:\/\//, '')}` },
  {
    name: 'Trust Wallet',
    link: (address) => `https://link.trustwallet.com/open_url?coin_id=${trustChain}&url=${encodeURIComponent(address)}`,
  },
  {
    name: 'OKX Wallet',
    link: (address) => {
      const inApp = `okx://wallet/dapp/url?dappUrl=${encodeURIComponent(address)}`;
      return `https://web3.okx.com/download?deeplink=${encodeURIComponent(inApp)}`;
    },
  },
];
