import { describe, expect, it } from 'vitest';
import { walletBrowsers } from './wallet-browsers.ts';

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
