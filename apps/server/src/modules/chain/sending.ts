import type { Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import type { Services } from '#/services.ts';
import type { ChainNode } from './node.ts';
import type { Purpose } from './queue-transaction.ts';

/** The key of a purpose, and what its module does about its transactions. */
export type Sender = {
  readonly purpose: Purpose;
  readonly key: Hex;
  /** The most gas of a transaction. A receiver's code may use any amount, for which the key pays. */
  readonly mostGas: bigint;
  /** Why nothing of the purpose may be sent; undefined when all is right. */
  readonly refusal?: (node: ChainNode, address: Hex) => Promise<string | undefined>;
  /** Runs once in the transaction that confirms. */
  readonly confirmed?: (tx: Transaction<DB>, transactionId: number, at: Date) => Promise<void>;
  /** Of a transaction that the chain undoes: whether its aim is reached all the same, or why it is impossible. */
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
export type Run = SendingServices & {
  readonly node: ChainNode;
  readonly sender: Sender;
  readonly address: Hex;
  readonly onStep: (step: SendingStep) => Promise<void>;
};

/** Why the outbox has to wait, in words for an operator. Nothing fails by it. */
export class Trouble extends Error {
  override readonly name = 'Trouble';
}
