import * as z from 'zod';

/** An environment variable: its parser, and the expectation in words. */
export type Variable = {
  readonly schema: z.ZodType<unknown, string | undefined>;
  readonly expects: string;
  /** Its value is never shown, not even in an error. */
  readonly secret?: true;
};

export const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.int().min(low).max(high));

export const withoutEndSlashes = (address: string) => address.replace(/(?<!\/)\/+$/, '');
export const webAddress = z.url({ protocol: /^https?$/ }).transform(withoutEndSlashes);
/** `fetch` refuses addresses with a user name. */
export const nodeAddress = z.url({ protocol: /^https?$/ }).refine((address) => !/^https?:\/\/[^/]*@/i.test(address));

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
