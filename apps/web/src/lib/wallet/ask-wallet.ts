import { WalletError, type WalletTrouble } from './wallet-error.ts';
import type { Wallet } from './provider.ts';
import { isRemembered, watchWallets } from './watch-wallets.ts';

/** The longest wait for a wallet's answer that needs no dialog. */
const silentMs = 3_000;

/** The codes of EIP-1193 and EIP-1474 that mean something to a fan. */
const troubles: Partial<Record<number, WalletTrouble>> = {
  4001: 'rejected',
  4100: 'rejected',
  4902: 'unknownChain',
  [-32002]: 'pending',
  [-32603]: 'internal',
};

/**
 * Asks a wallet without a time limit: it may open its own window. Throws `WalletError`, or the signal's reason on abort; a
 * later answer is ignored.
 */
async function ask({ provider }: Wallet, method: string, params: readonly unknown[], signal?: AbortSignal) {
  signal?.throwIfAborted();
  const givenUp = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([provider.request({ method, params }), givenUp]);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new WalletError(troubles[codeOf(error)] ?? 'failed', error);
  }
}

/** Some wallets put what really happened one level deeper, under their own code. */
function codeOf(error: unknown): number {
  const { code, data } = (error ?? {}) as { code?: number; data?: { originalError?: { code?: number } } };
  return Number(data?.originalError?.code ?? code);
}

/** Returns the address that the fan lets this site see; the wallet asks them, if it has not before. */
export async function connectWallet(wallet: Wallet, signal?: AbortSignal): Promise<string> {
  return firstOf(await ask(wallet, 'eth_requestAccounts', [], signal));
}

/** Returns the address that this site may see already. Empty when it may see none, or the wallet does not answer. */
export async function connectedAddress(wallet: Wallet): Promise<string> {
  try {
    return firstOf(await ask(wallet, 'eth_accounts', [], AbortSignal.timeout(silentMs)));
  } catch {
    return '';
  }
}

function firstOf(accounts: unknown): string {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== 'string') throw new WalletError('rejected');
  return first;
}

/**
 * Returns the wallet's signature of a message, by `personal_sign`, which needs no particular chain. The message has to
 * name the site that the page is from, as wallets themselves demand.
 */
export async function signMessage(
  wallet: Wallet,
  { message, address }: { readonly message: string; readonly address: string },
  signal?: AbortSignal,
): Promise<string> {
  if (!message.startsWith(`${location.host} `)) throw new WalletError('otherSite');
  const signature = await ask(wallet, 'personal_sign', [hexOf(message), address], signal);
  if (typeof signature !== 'string') throw new WalletError('failed');
  return signature;
}

/** Every wallet takes bytes as hexadecimal, and some misread text. */
function hexOf(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns a signature by the wallet that holds this account: a wallet that has it unlocked, else the one used last. */
export async function signByAddress(
  signed: { readonly message: string; readonly address: string },
  signal?: AbortSignal,
): Promise<string> {
  const isWanted = (address: string) => address.toLowerCase() === signed.address.toLowerCase();
  const wallets = await foundWallets();
  const open = await Promise.all(wallets.map(connectedAddress));
  const [first] = wallets;
  const wallet = wallets.find((_, place) => isWanted(open[place] ?? '')) ?? first;
  if (!wallet) throw new WalletError('missing');
  if (!isWanted(await connectWallet(wallet, signal))) throw new WalletError('otherAccount');
  return signMessage(wallet, signed, signal);
}

/** Returns the wallets there are, as soon as the one that was used last is among them. */
function foundWallets(): Promise<readonly Wallet[]> {
  return new Promise((resolve) => {
    const stop = watchWallets((wallets, settled) => {
      if (!settled && !wallets.some(isRemembered)) return;
      resolve(wallets);
      // The first report comes during `watchWallets`, before `stop` is assigned.
      queueMicrotask(() => stop());
    });
  });
}
