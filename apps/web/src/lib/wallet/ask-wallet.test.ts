import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectedAddress, connectWallet, signMessage, signByAddress } from './ask-wallet.ts';
import { announce, providerOf, standInPage } from './test/page-stand-in.ts';
import type { Provider, Wallet } from './provider.ts';
import type { WalletError } from './wallet-error.ts';
import { rememberWallet } from './watch-wallets.ts';

const address = '0x52908400098527886E0F7030069857D2E4169EE7';
const message = 'vote.example.com wants you to sign in';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const walletBy = (provider: Provider): Wallet => ({ id: 'example.aurora', name: 'Aurora', provider });

function failingWallet(error: unknown): Wallet {
  return walletBy({
    request: async () => {
      throw error;
    },
  });
}

/** Returns the error, once no late wallet is awaited. */
async function troubleOf(signing: Promise<string>): Promise<unknown> {
  const [outcome] = await Promise.all([Promise.allSettled([signing]), vi.advanceTimersByTimeAsync(1_200)]);
  const [settled] = outcome;
  return settled.status === 'rejected' && (settled.reason as WalletError).trouble;
}

describe('asking a wallet', () => {
  it.each([
    [{ code: 4001 }, 'rejected'],
    [{ code: '4001' }, 'rejected'],
    [{ code: 4100 }, 'rejected'],
    [{ code: 4902 }, 'unknownChain'],
    [{ code: -32002 }, 'pending'],
    [{ code: -32603 }, 'internal'],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 'rejected'],
    [new Error('anything'), 'failed'],
    [undefined, 'failed'],
  ])('that refuses with %o is the trouble "%s"', async (error, trouble) => {
    await expect(connectWallet(failingWallet(error))).rejects.toMatchObject({ name: 'WalletError', trouble });
  });

  it('that shows no account is a refusal', async () => {
    await expect(connectWallet(walletBy(providerOf({ eth_requestAccounts: () => [] })))).rejects.toMatchObject({
      trouble: 'rejected',
    });
  });

  it('can be given up, for the reason that the fan gave', async () => {
    const giving = new AbortController();
    const connecting = connectWallet(walletBy(providerOf()), giving.signal);
    giving.abort();
    await expect(connecting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a question without a dialog gets three seconds', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(3_000);
      return AbortSignal.abort(new DOMException('too late', 'TimeoutError'));
    });
    expect(await connectedAddress(walletBy(providerOf()))).toBe('');
    vi.restoreAllMocks();
    expect(await connectedAddress(walletBy(providerOf({ eth_accounts: () => [address] })))).toBe(address);
  });
});

describe('a message', () => {
  it('is handed over as hexadecimal bytes, with the account', async () => {
    standInPage();
    const request = vi.fn<Provider['request']>().mockResolvedValue('0xsignature');
    expect(await signMessage(walletBy({ request }), { message, address })).toBe('0xsignature');
    const hex = `0x${Buffer.from(message).toString('hex')}`;
    expect(request).toHaveBeenCalledWith({ method: 'personal_sign', params: [hex, address] });
  });

  it('that names another site is not handed over', async () => {
    standInPage({ location: { host: 'vote.example.org' } });
    const provider = providerOf();
    await expect(signMessage(walletBy(provider), { message, address })).rejects.toMatchObject({ trouble: 'otherSite' });
    expect(provider.asked).toEqual([]);
  });
});

describe('signing by the wallet that has the account', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    rememberWallet({ ...walletBy(providerOf()), id: '' });
  });

  const walletWith = (account: string) =>
    providerOf({
      eth_accounts: () => [account],
      eth_requestAccounts: () => [account],
      personal_sign: () => `0xsigned by ${account}`,
    });

  it('asks the one in which it is open', async () => {
    const page = standInPage();
    const [stranger, mine] = [walletWith('0xstranger'), walletWith(address)];
    announce(page, 'Aurora', stranger);
    const signing = signByAddress({ message, address: address.toLowerCase() });
    announce(page, 'Borealis', mine);
    await vi.advanceTimersByTimeAsync(1_200);
    expect(await signing).toBe(`0xsigned by ${address}`);
    expect(stranger.asked).toEqual(['eth_accounts']);
  });

  it('waits for no other once the one that was used last is there', async () => {
    rememberWallet(walletBy(providerOf()));
    announce(standInPage(), 'Aurora', walletWith(address));
    expect(await signByAddress({ message, address })).toBe(`0xsigned by ${address}`);
  });

  it('says so when another account is open', async () => {
    const page = standInPage();
    announce(page, 'Aurora', walletWith('0xstranger'));
    expect(await troubleOf(signByAddress({ message, address }))).toBe('otherAccount');
  });

  it('says so when there is no wallet', async () => {
    standInPage();
    expect(await troubleOf(signByAddress({ message, address }))).toBe('missing');
  });
});
