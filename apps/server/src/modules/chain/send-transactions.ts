import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod';
import { chainId } from '#/config/providers.ts';
import { Refusal } from '#/errors.ts';
import { machineClock } from '#/lib/clock.ts';
import { RpcError } from '#/lib/json-rpc.ts';
import { inSpan } from '#/lib/tracing.ts';
import { followTransactions, settleReverted } from './follow-transactions.ts';
import { type Job, job } from '#/jobs/job.ts';
import { type ChainNode, createNode, isRevert } from './node.ts';
import {
  countOpen,
  enqueueSending,
  insertForm,
  listWaiting,
  markSent,
  type OpenTransaction,
  sendTransactionsKind,
  type SentTransaction,
} from './outbox.store.ts';
import { endTroublesOfOthers, noteTrouble, underSenderLock, takeNonce } from './senders.store.ts';
import { type SendingRun, type Sender, type SendingServices, Trouble, nonceGap } from './sending.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { broadcastForm, feeNow, signForm } from './signed-form.ts';

const soonMs = 2_000;
const troubledMs = 15_000;

/** Sends transactions until none is open. The schedule takes up what a process left behind. */
export function chainJobs(services: SendingServices, senders: readonly Sender[]): Job[] {
  if (senders.length === 0) return [];
  return [job(sendTransactionsKind, () => sendAll(services, senders))];
}

async function sendAll(services: SendingServices, senders: readonly Sender[]): Promise<void> {
  const { db } = services;
  const outcomes = await Promise.allSettled(senders.map((sender) => sendTransactions(services, sender)));
  const waits = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value ?? []].flat() : []));
  if (waits.length > 0) {
    // The chain and the queue keep the machine's time, also where a test turns the product's.
    const next = new Date(machineClock.now().getTime() + Math.min(...waits));
    await db.transaction().execute((tx) => enqueueSending(tx, next));
  }
  await endTroublesOfOthers(db, senders.map(addressOf));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

function addressOf({ key }: Sender): Hex {
  return privateKeyToAccount(key).address.toLowerCase() as Hex;
}

/**
 * Takes a sender's transactions as far as they can go now. The lock saves work; that a nonce is used once and a transaction is
 * stored before it is broadcast is ensured by the database.
 *
 * @param onStep - for tests, which end a run by an error at any step
 * @returns milliseconds until the next run; undefined while nothing is open
 */
export async function sendTransactions(
  services: SendingServices,
  sender: Sender,
  onStep: SendingRun['onStep'] = () => Promise.resolve(),
): Promise<number | undefined> {
  const { db, log, settings } = services;
  const { chainRpcUrl: url } = settings;
  if (!url) throw new Error('Transactions need the address of a node');
  const address = addressOf(sender);
  const run: SendingRun = { ...services, node: createNode({ url, log }), sender, address, onStep };
  const open = await countOpen(db, sender.purpose);
  if (open === 0) return undefined;
  const outcome = await underSenderLock(db, address, () => attempt(run));
  const left = await countOpen(db, sender.purpose);
  if (left === 0) return undefined;
  return outcome === 'troubled' ? troubledMs : soonMs;
}

async function attempt(run: SendingRun): Promise<'sent' | 'troubled'> {
  const troubles = new Map<Hex, string | null>([[run.address, null]]);
  try {
    await run.onStep('locked');
    await assertChain(run.node);
    await run.onStep('checked');
    const followed = await followTransactions(run);
    for (const [sender, trouble] of followed.troubles) troubles.set(sender, trouble);
    if (troubles.get(run.address) === null) await signWaiting(run, followed.sent);
  } catch (error) {
    troubles.set(run.address, troubleOf(error));
  }
  for (const [sender, trouble] of troubles) await note(run, sender, trouble);
  return [...troubles.values()].every((trouble) => trouble === null) ? 'sent' : 'troubled';
}

/** Stores what keeps a key from sending, and logs when that begins and ends. */
async function note(
  { db, clock, log, sender: { purpose } }: SendingRun,
  sender: Hex,
  trouble: string | null,
): Promise<void> {
  if (!(await noteTrouble(db, { sender, trouble, at: clock.now() }))) return;
  if (trouble === null) log.info({ purpose, sender }, 'transactions on the chain are sent again');
  else log.error({ purpose, sender, trouble }, 'transactions on the chain wait');
}

async function assertChain(node: ChainNode): Promise<void> {
  const chain = await node.chainId();
  if (chain !== chainId) throw new Trouble(`The node is one of chain ${chain}, not of ${chainId}.`);
}

/** Returns what to wait for. Throws any other error again. Messages of nodes may contain the key in their URL. */
function troubleOf(error: unknown): string {
  if (error instanceof Trouble) return error.message;
  if (error instanceof Refusal && error.reason === 'CHAIN_UNAVAILABLE') return 'The node cannot be reached.';
  if (error instanceof RpcError) return `The node answers with error ${error.code}.`;
  if (error instanceof z.ZodError) return 'The node gives an answer of another form.';
  throw error;
}

/** The most transactions on their way at once: nodes drop a sender's long queues. */
const mostSent = 32;
/**
 * Hundredths of the present gas that are allowed, because gas may cost more when it is mined. Unused gas is not paid.
 */
const gasMargin = 130n;
const percent = 100n;

/** Signs, stores and broadcasts what waits, oldest first, beside `sent` others of the key. */
async function signWaiting(run: SendingRun, sent: number): Promise<void> {
  const waiting = await listWaiting(run.db, run.sender.purpose, Math.max(0, mostSent - sent));
  if (waiting.length === 0) return;
  const refusal = await run.sender.refusal?.(run.node, run.address);
  if (refusal !== undefined) throw new Trouble(refusal);
  const maxFee = await feeNow(run);
  const chainNonce = await run.node.nonceAt(run.address, 'latest');
  let isAlone = sent === 0;
  let refused: RpcError | undefined;
  for (const transaction of waiting) {
    let gas: bigint | undefined;
    try {
      gas = await estimate(run, transaction);
    } catch (error) {
      // The node may dislike only this one, so that the others must not wait for it.
      if (!(error instanceof RpcError)) throw error;
      refused ??= error;
    }
    if (gas === undefined) continue;
    const stored = await store(run, transaction, { gas, maxFee, chainNonce, isAlone });
    isAlone = false;
    const [form] = stored.forms;
    const attributes = { purpose: run.sender.purpose };
    if (form) await inSpan('chain transaction', { attributes }, () => broadcastForm(run, stored, form));
  }
  if (refused) throw refused;
}

/** Returns the gas to allow; undefined for a transaction that the chain would undo within `mostGas`, which is settled. */
async function estimate(run: SendingRun, { id, target, data, value }: OpenTransaction): Promise<bigint | undefined> {
  const { node, address, sender } = run;
  try {
    const estimated = await node.estimateGas({ from: address, to: target, data, value, gas: sender.mostGas });
    await run.onStep('estimated');
    const gas = (estimated * gasMargin) / percent;
    if (gas <= sender.mostGas) return gas;
  } catch (error) {
    if (!isRevert(error)) throw error;
  }
  await settleReverted(run, { id, hash: null });
  return undefined;
}

type SigningTerms = {
  readonly gas: bigint;
  readonly maxFee: bigint;
  /** The sender's next nonce by the chain. */
  readonly chainNonce: number;
  /** Nothing of the sender is on its way, so that the nonce must be the chain's. */
  readonly isAlone: boolean;
};

/** Gives a transaction its nonce and stores it signed, in one transaction of the database. */
async function store(run: SendingRun, transaction: OpenTransaction, signing: SigningTerms): Promise<SentTransaction> {
  const { db, address } = run;
  const { gas, maxFee, chainNonce, isAlone } = signing;
  const stored = await transactionWithRetry(db, async (tx) => {
    const nonce = await takeNonce(tx, address, chainNonce);
    if (isAlone && nonce > chainNonce) throw nonceGap(address, { nonce, next: chainNonce });
    if (!(await markSent(tx, { id: transaction.id, sender: address, nonce }))) {
      throw new Error(`Transaction ${transaction.id} does not wait any more`);
    }
    const form = await signForm(run, { transaction, nonce, gas, maxFee });
    await insertForm(tx, transaction.id, form);
    await run.onStep('nonceTaken');
    return { ...transaction, sender: address, nonce, nonceLostAt: null, forms: [{ ...form, broadcastAt: null }] };
  });
  await run.onStep('signed');
  return stored;
}
