import { expect, it, describe } from 'vitest';
import type { Wallet } from '#/lib/wallet/provider.ts';
import { withKeys, walletBrowsers } from './wallet-choice.tsx';

const wallet = (id: string, name: string): Wallet => ({ id, name, provider: { request: async () => null } });
const keysOf = (wallets: readonly Wallet[]) => withKeys(wallets).map(([key]) => key);

it('two builds of one wallet are distinguished', () => {
  const twins = [wallet('io.metamask', 'MetaMask'), wallet('io.metamask', 'MetaMask')];
  expect(new Set(keysOf(twins)).size).toBe(2);
});

it('a wallet that comes late, and first, does not take the key of another', () => {
  const there = [wallet('io.metamask', 'MetaMask'), wallet('example.aurora', 'Aurora')];
  expect(keysOf([wallet('example.borealis', 'Borealis'), ...there]).slice(1)).toEqual(keysOf(there));
});

const page = 'https://vote.example.com/login?next=%2Fme&invite=ABCD2345';

function linkOf(name: string): string {
  const browser = walletBrowsers.find((one) => one.name === name);
  if (!browser) throw new Error(`There is no link to ${name}`);
  return browser.link(page);
}

describe('the link into a wallet', () => {
  it('has the page as a path for MetaMask', () => {
    expect(linkOf('MetaMask')).toBe('https://link.metamask.io/dapp/vote.example.com/login?next=%2Fme&invite=ABCD2345');
  });

  it('has the page as a parameter for Trust Wallet', () => {
    expect(new URL(linkOf('Trust Wallet')).searchParams.get('url')).toBe(page);
  });

  it('has the page inside a link inside a parameter for OKX Wallet', () => {
    const inApp = new URL(linkOf('OKX Wallet')).searchParams.get('deeplink') ?? '';
    expect(inApp).toMatch(/^okx:\/\/wallet\/dapp\/url\?/);
    expect(new URL(inApp).searchParams.get('dappUrl')).toBe(page);
  });
});
