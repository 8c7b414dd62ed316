import { localStore } from '../key-value-store.ts';
import type { Provider, Wallet } from './provider.ts';

/** The time that a wallet may take to put itself into the page. */
const lateMs = 1_200;

const rememberedKey = 'lightstick.wallet';

type WalletWindow = {
  readonly ethereum?: Provider & Partial<Record<string, unknown>>;
  readonly binancew3w?: { readonly ethereum?: Provider };
};

type Announcement = CustomEvent<{
  readonly info?: { readonly rdns: string; readonly name: string; readonly icon?: string };
  readonly provider: Provider;
}>;

/** The flags by which window wallets identify themselves. */
const names = {
  isOkxWallet: 'OKX Wallet',
  isTrust: 'Trust Wallet',
  isBinance: 'Binance Wallet',
  isCoinbaseWallet: 'Coinbase Wallet',
  // The last, because many others say so too.
  isMetaMask: 'MetaMask',
};

/**
 * Reports the available wallets now and on each change: those announced by EIP-6963 and those on the window. `settled`
 * becomes true when no late one is expected. Returns a function that ends the watch.
 */
export function watchWallets(tell: (wallets: readonly Wallet[], settled: boolean) => void): () => void {
  const announced = new Map<Provider, Wallet>();
  let settled = false;
  const look = () => tell(inOrder([...announced.values(), ...windowWallets([...announced.values()])]), settled);
  const take = (event: Event) => {
    const { info, provider } = (event as Announcement).detail;
    // An unannounced wallet may still be on the window.
    if (!info) return;
    const icon = info.icon?.startsWith('data:image/') && { icon: info.icon };
    announced.set(provider, { id: info.rdns, name: info.name, ...icon, provider });
    look();
  };
  const timer = setTimeout(() => {
    settled = true;
    look();
  }, lateMs);
  addEventListener('eip6963:announceProvider', take);
  addEventListener('ethereum#initialized', look);
  dispatchEvent(new Event('eip6963:requestProvider'));
  look();
  return () => {
    clearTimeout(timer);
    removeEventListener('eip6963:announceProvider', take);
    removeEventListener('ethereum#initialized', look);
  };
}

/** Returns the wallets of the window that have not announced themselves as well. */
function windowWallets(announced: readonly Wallet[]): readonly Wallet[] {
  const { ethereum, binancew3w } = globalThis as WalletWindow;
  const found: Wallet[] = [];
  const add = (id: string, name: string, provider: Provider | undefined) => {
    const known = [...announced, ...found].some((wallet) => wallet.provider === provider || wallet.name === name);
    if (provider && !known) found.push({ id, name, provider });
  };
  const flag = Object.entries(names).find(([key]) => ethereum?.[key]);
  add('window.ethereum', flag?.[1] ?? '', ethereum);
  add('binancew3w', names.isBinance, binancew3w?.ethereum);
  return found;
}

/** Returns the last used wallet first, or the window's if the build says so. */
function inOrder(wallets: readonly Wallet[]): readonly Wallet[] {
  const { ethereum } = globalThis as WalletWindow;
  const isFirst =
    import.meta.env.VITE_PREFER_WINDOW_ETHEREUM === 'true'
      ? ({ provider }: Wallet) => provider === ethereum
      : isRemembered;
  return [...wallets.filter(isFirst), ...wallets.filter((wallet) => !isFirst(wallet))];
}

export function isRemembered({ id }: Wallet): boolean {
  return localStore.get(rememberedKey) === id;
}

export function rememberWallet({ id }: Wallet): void {
  localStore.set(rememberedKey, id);
}
