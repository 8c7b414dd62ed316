import { mnemonicToAccount } from 'viem/accounts';
import { toHex } from 'viem/utils';
import { describe, expect, it } from 'vitest';
import { knownKeys } from './chain-settings.ts';
import { parseSettings, SettingsError } from './settings.ts';

const rpc = { CHAIN_RPC_URL: 'https://rpc.example.com/key' };
const contract = { NFT_CONTRACT: `0x${'C0'.repeat(20)}` };
const minter = { MINTER_KEY: `0x${'Ab'.repeat(32)}` };
const faucet = { FAUCET_KEY: `0x${'cd'.repeat(32)}` };

function problemsOf(environment: Record<string, string>): string {
  try {
    parseSettings(environment, '/srv/lightstick');
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join('\n');
    throw error;
  }
  return '';
}

describe('settings of the chain', () => {
  it('mint with a node, a contract and a key, and with none of them keep pieces in custody', () => {
    expect(parseSettings({}, '/srv').minting).toBeUndefined();
    expect(parseSettings({ ...rpc, ...contract, ...minter, ...faucet }, '/srv')).toMatchObject({
      minting: { contract: `0x${'c0'.repeat(20)}`, minterKey: `0x${'ab'.repeat(32)}` },
      faucetKey: `0x${'cd'.repeat(32)}`,
      chain: { confirmations: 5, maxFee: 20_000_000_000n, explorerUrl: 'https://testnet.bscscan.com' },
      nftMoves: { fee: 0, perDay: 5 },
    });
  });

  it.each([[{ ...contract, ...minter }], [{ ...rpc, ...contract }], [{ ...rpc, ...minter }]])(
    'are refused when only some are there: %j',
    (environment) => {
      expect(problemsOf(environment)).toContain('set all three');
    },
  );

  it('are refused with a faucet without a node, or with the minter’s key', () => {
    expect(problemsOf(faucet)).toContain('FAUCET_KEY is set without CHAIN_RPC_URL');
    const same = { FAUCET_KEY: minter.MINTER_KEY };
    expect(problemsOf({ ...rpc, ...contract, ...minter, ...same })).toContain('the same key');
  });

  it('ask for no more confirmations than nodes without a history can judge', () => {
    expect(parseSettings({ CHAIN_CONFIRMATIONS: '100' }, '/srv').chain.confirmations).toBe(100);
    expect(problemsOf({ CHAIN_CONFIRMATIONS: '101' })).toContain('should be a whole number of blocks from 1 to 100');
  });

  it('give coins of the chain exactly, and never more at a time than a day has', () => {
    expect(parseSettings({}, '/srv').faucetWei).toEqual({ each: 10n ** 16n, perDay: 10n ** 18n });
    const coins = { FAUCET_COINS: '0.000000000000000001', FAUCET_COINS_PER_DAY: '25' };
    expect(parseSettings(coins, '/srv').faucetWei).toEqual({ each: 1n, perDay: 25n * 10n ** 18n });
    expect(problemsOf({ FAUCET_COINS: '2' })).toContain('FAUCET_COINS is more than FAUCET_COINS_PER_DAY');
    for (const wrong of ['0', '0.0', '-1', '1e3', '0.0000000000000000001', '.5'])
      expect(problemsOf({ FAUCET_COINS: wrong })).toContain('should be a number of coins like 0.01');
  });

  it.each([
    ['0', '0'.repeat(64)],
    ['the order of the curve', 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
  ])('refuse %s as a key, by which nothing can be signed', (_, key) => {
    expect(problemsOf({ ...rpc, FAUCET_KEY: `0x${key}` })).toContain('FAUCET_KEY');
  });

  it('never show a key that is not right', () => {
    const environment = { ...rpc, ...contract, MINTER_KEY: 'hunter2', FAUCET_KEY: '0xhunter2' };
    expect(problemsOf(environment)).toMatch(/MINTER_KEY[^]*FAUCET_KEY/);
    expect(problemsOf(environment)).not.toContain('hunter2');
  });

  it('refuse keys of anvil in production, in words', () => {
    const mnemonic = 'test test test test test test test test test test test junk';
    // Derived once from the words, which takes most of the time.
    const parent = mnemonicToAccount(mnemonic, { path: "m/44'/60'/0'/0" }).getHdKey();
    const keys = Array.from({ length: 20 }, (_, index) =>
      toHex(parent.deriveChild(index).privateKey ?? new Uint8Array()),
    );
    expect(new Set(keys)).toEqual(knownKeys);
    const environment = { ...rpc, ...contract, MINTER_KEY: String(keys[3]), FAUCET_KEY: String(keys[19]) };
    expect(problemsOf(environment)).toBe('');
    const problems = problemsOf({ ...environment, NODE_ENV: 'production' });
    expect(problems).toContain('MINTER_KEY is a key of anvil, which everybody knows');
    expect(problems).toContain('FAUCET_KEY is a key of anvil');
    expect(problems).not.toContain(String(keys[3]));
  });
});
