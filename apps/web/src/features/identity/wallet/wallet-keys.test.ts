import { expect, it } from 'vitest';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { withKeys } from './wallet-keys.ts';

const wallet = (id: string, name: string): Wallet => ({ id, name, provider: { request: async () => null } });
const keysOf = (wallets: readonly Wallet[]) => withKeys(wallets).map(([key]) => key);

it('two builds of one wallet are distinguished', () => {
  const twins = [wallet('io.metamask', 'MetaMask'), wallet('io.metamask', 'MetaMask')];
  expect(new Set(keysOf(twins)).size).toBe(2);
});

it('a wallet that comes late, and first, takes no other one’s key', () => {
  const there = [wallet('io.metamask', 'MetaMask'), wallet('example.aurora', 'Aurora')];
  expect(keysOf([wallet('example.borealis', 'Borealis'), ...there]).slice(1)).toEqual(keysOf(there));
});
