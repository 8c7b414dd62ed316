import { formatEther, formatGwei } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainId } from '#/config/providers.ts';
import type { Settings } from '#/config/settings.ts';
import { type ChainNode, createNode, faucetSender, type Sender } from '#/modules/chain/index.ts';
import { refuseMinting } from '#/modules/shop/index.ts';
import { CannotKnow, type Check, checkBySettings, type Ground, listed } from './check.ts';

/** About what a mint uses, of which the key should have coins for some. */
const gasOfMint = 200_000n;
const mintsAhead = 100n;

function nodeOf(settings: Settings, log: Ground['log']): ChainNode | undefined {
  return settings.chainRpcUrl === undefined ? undefined : createNode({ url: settings.chainRpcUrl, log });
}

const node = checkBySettings(
  {
    id: 'chain-node',
    group: 'services',
    what: 'Node of the chain',
    why: 'Without it no piece moves to a wallet, and wallets that are contracts cannot sign in.',
    outcomes: {
      off: { state: 'off', found: 'CHAIN_RPC_URL is not set.' },
      right: { state: 'ok', found: 'It is a node of chain {id}, at block {block}; a unit of gas costs {gwei} gwei.' },
      other: {
        state: 'wrong',
        found: 'It is a node of chain {id}.',
        advice: `Set CHAIN_RPC_URL to a node of BNB Smart Chain's test network, chain ${chainId}.`,
      },
      dear: {
        state: 'wrong',
        found: 'A unit of gas costs {gwei} gwei, more than CHAIN_MAX_FEE_GWEI.',
        advice: 'Wait until it is cheaper, or raise CHAIN_MAX_FEE_GWEI.',
      },
      away: {
        state: 'wrong',
        found: 'It does not answer as a node does.',
        advice: 'Correct CHAIN_RPC_URL, and let this machine connect to it.',
      },
    },
  },
  async ({ settings, log }) => {
    const chain = nodeOf(settings, log);
    if (!chain) return { outcome: 'off' };
    try {
      const id = await chain.chainId();
      if (id !== chainId) return { outcome: 'other', id };
      const [block, price] = await Promise.all([chain.blockNumber(), chain.gasPrice()]);
      return { outcome: price > settings.chain.maxFee ? 'dear' : 'right', id, block, gwei: formatGwei(price) };
    } catch {
      return { outcome: 'away' };
    }
  },
);

type KeyHolder = Pick<Sender, 'key' | 'refusal'>;

function minterOf({ minting }: Settings): KeyHolder | undefined {
  if (!minting) return undefined;
  const { contract, minterKey: key } = minting;
  return { key, refusal: (chain, address) => refuseMinting(chain, contract, address) };
}

/** Returns why a key cannot send what it is for; undefined if it can. */
async function faultOf(sender: KeyHolder, chain: ChainNode): Promise<string | undefined> {
  const { address } = privateKeyToAccount(sender.key);
  const refusal = await sender.refusal?.(chain, address.toLowerCase() as typeof address);
  if (refusal !== undefined) return refusal;
  const [balance, price] = await Promise.all([chain.balanceOf(address), chain.gasPrice()]);
  const needed = price * gasOfMint * mintsAhead;
  return balance < needed
    ? `${address} has ${formatEther(balance)} coins, and the next hundred want ${formatEther(needed)}.`
    : undefined;
}

const keys = checkBySettings(
  {
    id: 'chain-keys',
    group: 'services',
    what: 'Keys of the chain',
    why: 'A key pays the gas of what it sends, and only the owner of the contract mints.',
    outcomes: {
      off: { state: 'off', found: 'Neither NFTs nor test coins are sent.' },
      ready: { state: 'ok', found: 'Contract and coins are there.' },
      stopped: {
        state: 'wrong',
        found: '{faults}',
        advice:
          'Send coins to the address, or correct NFT_CONTRACT and its owner: ' +
          'docs/operating/services.md, “NFTs on the chain”.',
      },
    },
  },
  async ({ settings, log }) => {
    const chain = nodeOf(settings, log);
    const senders = [minterOf(settings) ?? [], faucetSender({ settings }) ?? []].flat();
    if (!chain || senders.length === 0) return { outcome: 'off' };
    const faults = await Promise.all(senders.map((sender) => faultOf(sender, chain))).catch(() => {
      throw new CannotKnow('The node of the chain does not answer.');
    });
    const told = faults.filter((fault) => fault !== undefined);
    return told.length > 0 ? { outcome: 'stopped', faults: listed(told) } : { outcome: 'ready' };
  },
);

export const chainChecks: readonly Check[] = [node, keys];
