import * as z from 'zod';
import { nodeAddress, type Variable, webAddress, whole } from './variable-schemas.ts';

type Hex = `0x${string}`;

/** The parsed settings of the chain; those that failed are absent. */
type ChainValues = {
  readonly NODE_ENV?: string;
  readonly CHAIN_RPC_URL?: string | undefined;
  readonly CHAIN_EXPLORER_URL?: string;
  readonly CHAIN_CONFIRMATIONS?: number;
  readonly CHAIN_MAX_FEE_GWEI?: number;
  readonly NFT_CONTRACT?: Hex | undefined;
  readonly MINTER_KEY?: Hex | undefined;
  readonly FAUCET_KEY?: Hex | undefined;
  readonly FAUCET_COINS?: bigint;
  readonly FAUCET_COINS_PER_DAY?: bigint;
  readonly NFT_MOVE_FEE?: number;
  readonly NFT_MOVES_PER_DAY?: number;
};

/** The keys that anvil (10, or more if asked) and Hardhat (20) give coins to: their mnemonic is one that everybody knows. */
export const knownKeys: ReadonlySet<string> = new Set([
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  '0xf214f2b2cd398c806f84e317254e0f0b801d0643303237d97a22a48e01628897',
  '0x701b615bbdfb9de65240bc28bd21bbc0d996645a3dd57e7b12bc2bdf6f192c82',
  '0xa267530f49f8280200edf313ee7af6b827f2a8bce2897751d06a843f644967b1',
  '0x47c99abed3324a2707c28affff1267e45918ec8c3f20b8aa892e8b065d2942dd',
  '0xc526ee95bf44d8fc405a158bb884d9d1238d99f0612e9f33d006bb0789009aaa',
  '0x8166f546bab6da521a8369cab06c5d2b9e46670292d85c875ee9ec20e84ffb61',
  '0xea6c44ac03bff858b476bba40716402b03e41b8e97e276d1baec7c37d42484a0',
  '0x689af8efa8c651a91ad287602527f3af2fe9f6501a7ac4b061667b5a93e037fd',
  '0xde9be858da4a475276426320d5e9262ecfc3ba460bfac56360bfa6c4c28b4ee0',
  '0xdf57089febbacf7ba0bc227dafbffa9fc08a93fdc68e1e42411a14efcf23656e',
]);

/** Conflicts between the settings of the chain, and keys that production refuses. */
export function chainConflicts(values: ChainValues): string[] {
  const problems: string[] = [];
  // A variable that was given and failed is already reported, and absent here.
  const isMissing = (name: 'CHAIN_RPC_URL' | 'NFT_CONTRACT' | 'MINTER_KEY') =>
    name in values && values[name] === undefined;
  const isGiven = (name: 'NFT_CONTRACT' | 'MINTER_KEY' | 'FAUCET_KEY') => Boolean(values[name]);
  if (
    (isGiven('NFT_CONTRACT') || isGiven('MINTER_KEY')) &&
    (isMissing('NFT_CONTRACT') || isMissing('MINTER_KEY') || isMissing('CHAIN_RPC_URL'))
  ) {
    problems.push(
      'NFT_CONTRACT and MINTER_KEY belong together, and need CHAIN_RPC_URL: set all three, or neither key.',
    );
  }
  if (isGiven('FAUCET_KEY') && isMissing('CHAIN_RPC_URL')) {
    problems.push('FAUCET_KEY is set without CHAIN_RPC_URL, by which its coins are sent: set both or neither.');
  }
  if (isGiven('FAUCET_KEY') && values.FAUCET_KEY === values.MINTER_KEY) {
    problems.push(
      'FAUCET_KEY and MINTER_KEY are the same key, so that fans could take the gas of mints: set two keys.',
    );
  }
  if ((values.FAUCET_COINS ?? 0n) > (values.FAUCET_COINS_PER_DAY ?? 0n)) {
    problems.push('FAUCET_COINS is more than FAUCET_COINS_PER_DAY, so no fan would get any coins: lower it.');
  }
  if (values.NODE_ENV !== 'production') return problems;
  for (const name of ['MINTER_KEY', 'FAUCET_KEY'] as const) {
    if (!knownKeys.has(values[name] ?? '')) continue;
    problems.push(`${name} is a key of anvil, which everybody knows and production refuses: set a key of your own.`);
  }
  return problems;
}

const weiPerGwei = 1_000_000_000n;

export function chainSettingsFrom(values: Required<ChainValues>) {
  const { CHAIN_RPC_URL: rpcUrl, NFT_CONTRACT: contract, MINTER_KEY: minterKey } = values;
  return {
    /** A node of the chain, for signatures of contract wallets and for transactions. */
    chainRpcUrl: rpcUrl,
    /** How transactions are sent and shown. */
    chain: {
      explorerUrl: values.CHAIN_EXPLORER_URL,
      /** The number of blocks from a transaction's own on after which it counts. */
      confirmations: values.CHAIN_CONFIRMATIONS,
      /** The most that a unit of gas may cost, in wei. */
      maxFee: BigInt(values.CHAIN_MAX_FEE_GWEI) * weiPerGwei,
    },
    /** The contract of NFTs and its owner's key; without it every piece stays in custody. */
    minting: contract && minterKey ? { contract, minterKey } : undefined,
    /** The key whose coins the faucet gives; without it the faucet grants coins of the platform. */
    faucetKey: values.FAUCET_KEY,
    /** What the faucet sends at a time, and to all fans a day, in wei. */
    faucetWei: { each: values.FAUCET_COINS, perDay: values.FAUCET_COINS_PER_DAY },
    /** What a fan pays for moving a piece to a wallet, in Points, and how many moves a fan has a day. */
    nftMoves: { fee: values.NFT_MOVE_FEE, perDay: values.NFT_MOVES_PER_DAY },
  };
}

/** The order of secp256k1: keys are the numbers below it, from 1. As texts of one length they compare as numbers do. */
const curveOrder = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';

const chainKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .refine((key) => /[1-9a-f]/i.test(key.slice(2)) && key.toLowerCase() < curveOrder)
  .transform((key) => key.toLowerCase() as `0x${string}`);

/** Coins of the chain as a decimal, more than 0. */
const coins = z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,18})?$/);

function weiOf(text: string): bigint {
  const [units = '', fraction = ''] = text.split('.');
  return BigInt(units + fraction.padEnd(18, '0'));
}

/** The settings of the chain. */
export const chainVariables = {
  CHAIN_RPC_URL: {
    schema: nodeAddress.optional(),
    expects: 'an address like https://rpc.example.com/key, without a user name',
    // Providers of hosted nodes put the customer's key into the path.
    secret: true,
  },
  CHAIN_EXPLORER_URL: {
    schema: webAddress.default('https://testnet.bscscan.com'),
    expects: 'an address like https://testnet.bscscan.com',
  },
  // Nodes that keep no history know the nonces of the last 128 blocks.
  CHAIN_CONFIRMATIONS: { schema: whole(1, 100).default(5), expects: 'a whole number of blocks from 1 to 100' },
  CHAIN_MAX_FEE_GWEI: {
    schema: whole(1, 10_000).default(20),
    expects: 'a whole number of gwei from 1 to 10000: the most that a unit of gas may cost',
  },
  NFT_CONTRACT: {
    schema: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/)
      .transform((address) => address.toLowerCase() as `0x${string}`)
      .optional(),
    expects: 'the address of the deployed contract: 0x and 40 hexadecimal digits',
  },
  MINTER_KEY: {
    schema: chainKey.optional(),
    expects: "the private key of the contract's owner: 0x and 64 hexadecimal digits",
    secret: true,
  },
  FAUCET_KEY: {
    schema: chainKey.optional(),
    expects: 'a private key with test coins: 0x and 64 hexadecimal digits',
    secret: true,
  },
  FAUCET_COINS: {
    schema: coins.default('0.01').transform(weiOf),
    expects: 'a number of coins like 0.01, with at most 18 decimals',
  },
  FAUCET_COINS_PER_DAY: {
    schema: coins.default('1').transform(weiOf),
    expects: 'a number of coins like 1, with at most 18 decimals',
  },
  NFT_MOVE_FEE: { schema: whole(0, 1_000_000_000).default(0), expects: 'a whole number of Points from 0' },
  NFT_MOVES_PER_DAY: { schema: whole(0, 10_000).default(5), expects: 'a whole number of moves from 0 to 10000' },
} as const satisfies Record<string, Variable>;
