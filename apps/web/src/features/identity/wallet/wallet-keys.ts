import type { Wallet } from '#/lib/wallet/provider.ts';

/** Each wallet with a unique key; several builds of one are numbered in order. */
export function withKeys(wallets: readonly Wallet[]): readonly (readonly [key: string, wallet: Wallet])[] {
  const seen = new Map<string, number>();
  return wallets.map((wallet) => {
    const words = `${wallet.id} ${wallet.name}`;
    const count = (seen.get(words) ?? 0) + 1;
    seen.set(words, count);
    return [`${words} ${count}`, wallet];
  });
}
