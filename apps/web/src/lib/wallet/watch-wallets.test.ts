import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce, providerOf, standInPage } from './test/page-stand-in.ts';
import type { Wallet } from './provider.ts';
import { rememberWallet, watchWallets } from './watch-wallets.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  rememberWallet({ id: '', name: '', provider: providerOf() });
});

/** Collects the reports of the wallets; `names` are those of the newest. */
function watch() {
  const told: { wallets: readonly Wallet[]; settled: boolean }[] = [];
  const stop = watchWallets((wallets, settled) => told.push({ wallets, settled }));
  return { stop, told, names: () => told.at(-1)?.wallets.map(({ name }) => name) };
}

describe('the wallets of a browser', () => {
  it('are those that announce themselves, at once', () => {
    const page = standInPage();
    announce(page, 'Aurora', providerOf());
    announce(page, 'Borealis', providerOf());
    expect(watch().names()).toEqual(['Aurora', 'Borealis']);
  });

  it('are counted once, for any number of announcements', () => {
    const [aurora, binance] = [providerOf(), providerOf()];
    const page = standInPage({ ethereum: aurora, binancew3w: { ethereum: binance } });
    announce(page, 'Aurora', aurora);
    announce(page, 'Binance Wallet', providerOf());
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(watch().names()).toEqual(['Aurora', 'Binance Wallet']);
  });

  it.each([
    [{}, ''],
    [{ isMetaMask: true }, 'MetaMask'],
    [{ isMetaMask: true, isTrust: true }, 'Trust Wallet'],
  ])('may stand in the window: %o', (flags, name) => {
    standInPage({ ethereum: { ...providerOf(), ...flags } });
    expect(watch().names()).toEqual([name]);
  });

  it('may come late, announced or found in the window', () => {
    const page = standInPage();
    const { told, names } = watch();
    expect(told.at(-1)).toEqual({ wallets: [], settled: false });
    vi.stubGlobal('ethereum', providerOf());
    vi.advanceTimersByTime(1_199);
    expect(told.at(-1)).toEqual({ wallets: [], settled: false });
    vi.advanceTimersByTime(1);
    expect([told.at(-1)?.settled, names()]).toEqual([true, ['']]);
    announce(page, 'Aurora', providerOf());
    expect(names()).toEqual(['Aurora', '']);
  });

  it('are seen as soon as the window says that one is there', () => {
    const page = standInPage();
    const { told, names } = watch();
    vi.stubGlobal('ethereum', providerOf());
    page.dispatchEvent(new Event('ethereum#initialized'));
    expect([told.at(-1)?.settled, names()]).toEqual([false, ['']]);
  });

  it('are not reported any more without a subscriber', () => {
    const page = standInPage();
    const { stop, told } = watch();
    stop();
    announce(page, 'Aurora', providerOf());
    vi.runAllTimers();
    expect(told).toHaveLength(1);
  });

  it('show no picture that would have to be fetched', () => {
    const page = standInPage();
    announce(page, 'Aurora', providerOf(), 'https://tracker.example.com/pixel.png');
    expect(watch().told.at(-1)?.wallets[0]).not.toHaveProperty('icon');
  });

  it('have to say who they are', () => {
    const page = standInPage();
    const { names } = watch();
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { provider: providerOf() } }));
    expect(names()).toEqual([]);
  });

  it('need no picture', () => {
    const page = standInPage();
    announce(page, 'Aurora', providerOf(), null);
    const { told, names } = watch();
    expect(names()).toEqual(['Aurora']);
    expect(told.at(-1)?.wallets[0]).not.toHaveProperty('icon');
  });
});

describe('first among the wallets', () => {
  it('is the one that was used last', () => {
    const page = standInPage({ ethereum: providerOf() });
    announce(page, 'Aurora', providerOf());
    announce(page, 'Borealis', providerOf());
    rememberWallet({ id: 'example.borealis', name: 'Borealis', provider: providerOf() });
    expect(watch().names()).toEqual(['Borealis', 'Aurora', '']);
  });

  it("is the window's, where the build says so", () => {
    vi.stubEnv('VITE_PREFER_WINDOW_ETHEREUM', 'true');
    const page = standInPage({ ethereum: { ...providerOf(), isMetaMask: true } });
    announce(page, 'Aurora', providerOf());
    rememberWallet({ id: 'example.aurora', name: 'Aurora', provider: providerOf() });
    expect(watch().names()).toEqual(['MetaMask', 'Aurora']);
  });

  it("is the window's, where the build says so, also when that one announces itself", () => {
    vi.stubEnv('VITE_PREFER_WINDOW_ETHEREUM', 'true');
    const borealis = providerOf();
    const page = standInPage({ ethereum: borealis });
    announce(page, 'Aurora', providerOf());
    announce(page, 'Borealis', borealis);
    expect(watch().names()).toEqual(['Borealis', 'Aurora']);
  });
});
