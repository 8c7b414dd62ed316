import { useEffect, useState } from 'react';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { loadWallets } from '#/lib/wallet/sign-with-wallet.ts';

type Found = {
  readonly wallets: readonly Wallet[];
  /** No late wallet need be waited for. */
  readonly settled: boolean;
  /** Set when the code for wallets could not be loaded. */
  readonly error?: unknown;
};

/** The wallets that this browser offers, also those that turn up while the fan is looking. */
export function useWallets(): Found {
  const [found, setFound] = useState<Found>({ wallets: [], settled: false });

  useEffect(() => {
    let stop: (() => void) | undefined;
    let left = false;
    loadWallets().then(
      ({ watchWallets }) => {
        if (!left) stop = watchWallets((wallets, settled) => setFound({ wallets, settled }));
      },
      (error: unknown) => setFound({ wallets: [], settled: true, error }),
    );
    return () => {
      left = true;
      stop?.();
    };
  }, []);

  return found;
}
