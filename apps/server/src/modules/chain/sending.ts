import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import type { Services } from '#/services.ts';
import type { ChainNode } from './node.ts';
import type { Purpose } from './outbox.store.ts';

/** The key of a purpose, and what its module does about its transactions. */
export type Sender = {
  readonly purpose: Purpose;
  readonly key: Hex;
  /** The most gas of a transaction. A receiver's code may use any amount, for which the key pays. */
  readonly mostGas: bigint;
  /**
   * Whether the chain takes each transaction once, even if it is sent often, as it mints a token once. Other
   * transactions are never sent by a second nonce, and are forgotten once they are impossible.
   */
  readonly isRepeatable: boolean;
  /** Why nothing of the purpose may be sent; undefined when all is right. */
  readonly refusal?: (node: ChainNode, address: Hex) => Promise<string | undefined>;
  /** Runs once in the transaction that confirms. */
  readonly confirmed?: (tx: Transaction<DB>, transactionId: number, at: Date) => Promise<void>;
  /** Judges a transaction that the chain undoes: its aim may be reached anyway, or it is impossible for a reason. */
  readonly judge?: (node: ChainNode, transactionId: number) => Promise<'done' | { readonly impossible: string }>;
};

/** The steps of a transaction. The process may end after any of them. */
export const sendingSteps = [
  'locked',
  'checked',
  'estimated',
  'nonceTaken',
  'signed',
  'broadcast',
  'broadcastNoted',
  'mined',
  'confirming',
  'confirmed',
] as const;
export type SendingStep = (typeof sendingSteps)[number];

export type SendingServices = Pick<Services, 'db' | 'clock' | 'log' | 'settings' | 'metrics'>;

/** One run for one sender. */
export type SendingRun = SendingServices & {
  readonly node: ChainNode;
  readonly sender: Sender;
  readonly address: Hex;
  readonly onStep: (step: SendingStep) => Promise<void>;
};

/** Why the outbox has to wait, in words for an operator. Nothing fails by it. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
}

/** Says that the chain waits for a key's transaction `next` while the first that could be mined has a later nonce. */
export function nonceGap(sender: Hex, { nonce, next }: { readonly nonce: number; readonly next: number }): Trouble {
  return new Trouble(
    `The chain waits for nonce ${next} of ${sender}, and the next transaction has ${nonce}: ` +
      'the chain has lost some, or the node lags. docs/operating/services.md, “A gap in the nonces”, says what to do.',
  );
}

/** A transfer takes 21,000; wallets that are contracts may note what they get. */
const mostGasOfCoins = 60_000n;

/** Sends test coins by the faucet's own key; undefined without one. What cannot be paid waits until its address has coins. */
export function faucetSender({ settings }: Pick<Services, 'settings'>): Sender | undefined {
  const { faucetKey: key, faucetWei } = settings;
  if (key === undefined) return undefined;
  return {
    purpose: 'testCoin',
    key,
    mostGas: mostGasOfCoins,
    isRepeatable: false,
    async refusal(node, address) {
      const balance = await node.balanceOf(address);
      return balance > faucetWei.each ? undefined : `The faucet is empty: ${address} has ${balance} wei.`;
    },
  };
}
