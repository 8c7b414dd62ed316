import { transactionWithRetry } from '#/db/retry.ts';
import { RpcError } from '#/lib/json-rpc.ts';
import { isRevert } from './node.ts';
import { insertForm, listWaiting, markSent, type OpenTransaction, type SentTransaction } from './outbox.store.ts';
import { takeNonce } from './senders.store.ts';
import { nonceGap, type Run, Trouble } from './sending.ts';
import { settleReverted } from './settle-transaction.ts';
import { broadcastForm, feeNow, signForm } from './signed-form.ts';

/** The most transactions on their way at once: nodes drop a sender's long queues. */
const mostSent = 32;
/** Gas may cost more when it is mined than it does now; what is not used is not paid. In hundredths. */
const gasMargin = 130n;
const percent = 100n;

/** Signs, stores and broadcasts what waits, oldest first, beside `sent` others of the key. */
export async function signWaiting(run: Run, sent: number): Promise<void> {
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
    if (form) await broadcastForm(run, stored, form);
  }
  if (refused) throw refused;
}

/** Returns the gas to allow; undefined for a transaction that the chain would undo within `mostGas`, which is settled. */
async function estimate(run: Run, { id, target, data, value }: OpenTransaction): Promise<bigint | undefined> {
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

type Signing = {
  readonly gas: bigint;
  readonly maxFee: bigint;
  /** The sender's next nonce by the chain. */
  readonly chainNonce: number;
  /** Nothing of the sender is on its way, so that the nonce must be the chain's. */
  readonly isAlone: boolean;
};

/** Gives a transaction its nonce and stores it signed, in one transaction of the database. */
async function store(run: Run, transaction: OpenTransaction, signing: Signing): Promise<SentTransaction> {
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
