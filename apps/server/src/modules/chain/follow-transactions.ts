import type { Hex } from 'viem';
import type { Receipt } from './node.ts';
import {
  listSent,
  noteNonceLost,
  releaseNonce,
  type SentTransaction,
  type SignedForm,
  markConfirmed,
  markImpossible,
} from './outbox.store.ts';
import { nonceGap, type SendingRun, Trouble } from './sending.ts';
import { broadcastForm } from './signed-form.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import { recordEvent } from '#/modules/webhooks/index.ts';

/** How long a broadcast transaction may be missing from the chain before its bytes are broadcast again. */
const silenceMs = 15_000;
/** How long nonces must contradict sent transactions, because some machines behind one address lag. */
const contradictionMs = 5 * 60_000;

type FollowOutcome = {
  /** How many transactions of the run's own key are still on their way. */
  readonly sent: number;
  /** What each key with transactions on their way waits for; null for nothing. */
  readonly troubles: ReadonlyMap<Hex, string | null>;
};

/** Settles transactions that are deep enough in the chain, and broadcasts missing ones again. */
export async function followTransactions(run: SendingRun): Promise<FollowOutcome> {
  const transactions = await listSent(run.db, run.sender.purpose);
  const troubles = new Map<Hex, string | null>();
  let sent = 0;
  if (transactions.length === 0) return { sent, troubles };
  const latest = await run.node.blockNumber();
  for (const [sender, own] of Map.groupBy(transactions, (transaction) => transaction.sender)) {
    try {
      const left = await followSender(run, own, latest);
      if (sender === run.address) sent = left;
      troubles.set(sender, null);
    } catch (error) {
      // A former key without coins must not stop the present one.
      if (!(error instanceof Trouble)) throw error;
      troubles.set(sender, error.message);
    }
  }
  return { sent, troubles };
}

/** Follows the transactions of one key, in the order of their nonces. Returns how many are still on their way. */
async function followSender(
  run: SendingRun,
  transactions: readonly SentTransaction[],
  latest: number,
): Promise<number> {
  const mined = await Promise.all(transactions.map((transaction) => findReceipt(run, transaction)));
  const missing: SentTransaction[] = [];
  let left = transactions.length;
  for (const [place, transaction] of transactions.entries()) {
    const found = mined[place];
    if (!found) missing.push(transaction);
    else if (await settleMined(run, transaction, { ...found, latest })) left -= 1;
  }
  const [lowest] = missing;
  if (!lowest) return left;
  const next = await run.node.nonceAt(lowest.sender, 'latest');
  assertNoGap(run, lowest, next);
  // A reorganisation could still take back what used the latest nonces.
  const deepEnough = Math.max(0, latest - run.settings.chain.confirmations + 1);
  const used = next > lowest.nonce ? await run.node.nonceAt(lowest.sender, deepEnough) : next;
  for (const transaction of missing) {
    if (await hasLostNonce(run, transaction, used)) {
      await giveUpNonce(run, transaction);
      left -= 1;
    } else await broadcastSilent(run, transaction);
  }
  return left;
}

type MinedForm = { readonly form: SignedForm; readonly receipt: Receipt };

async function findReceipt({ node }: SendingRun, { forms }: SentTransaction): Promise<MinedForm | undefined> {
  for (const form of forms) {
    const receipt = await node.receiptOf(form.hash);
    if (receipt) return { form, receipt };
  }
  return undefined;
}

/** Settles a mined transaction that is deep enough. A reorganisation could still take others back. */
async function settleMined(
  run: SendingRun,
  { id, nonceLostAt }: SentTransaction,
  { form, receipt, latest }: MinedForm & { readonly latest: number },
): Promise<boolean> {
  if (nonceLostAt) await noteNonceLost(run.db, id, null);
  // A block counts as its own first confirmation.
  if (latest - receipt.block + 1 < run.settings.chain.confirmations) return false;
  await run.onStep('mined');
  const settled = { id, hash: form.hash };
  await (receipt.succeeded ? settleSucceeded(run, settled) : settleReverted(run, settled));
  return true;
}

/** Throws Trouble if the chain has not got as far as a key's first missing transaction: nothing can be mined before it does. */
function assertNoGap({ clock }: SendingRun, { sender, nonce, forms }: SentTransaction, next: number): void {
  const signedAt = forms.findLast((form) => form.nonce === nonce)?.signedAt ?? clock.now();
  if (next >= nonce || clock.now().getTime() - signedAt.getTime() < contradictionMs) return;
  throw nonceGap(sender, { nonce, next });
}

/** Returns whether something else has used a transaction's nonce, for some minutes now. */
async function hasLostNonce(run: SendingRun, transaction: SentTransaction, used: number): Promise<boolean> {
  const { db, clock } = run;
  const { id, nonce, nonceLostAt } = transaction;
  if (used <= nonce || (await findReceipt(run, transaction))) {
    if (nonceLostAt) await noteNonceLost(db, id, null);
    return false;
  }
  if (!nonceLostAt) await noteNonceLost(db, id, clock.now());
  return nonceLostAt !== null && clock.now().getTime() - nonceLostAt.getTime() >= contradictionMs;
}

/**
 * Lets a transaction wait for another nonce. A transaction that must not be sent twice ends, because it may have been
 * mined by the old one.
 */
async function giveUpNonce(run: SendingRun, transaction: SentTransaction): Promise<void> {
  const { id, sender, nonce } = transaction;
  run.log.warn({ transactionId: id, sender, nonce }, 'the nonce of a transaction was used by something else');
  if (run.sender.isRepeatable) await releaseNonce(run.db, transaction);
  else await settleImpossible(run, { id, hash: null }, `Its nonce ${nonce} was used by something else.`);
}

/** Brings a transaction to the chain's notice again. */
async function broadcastSilent(run: SendingRun, transaction: SentTransaction): Promise<void> {
  const [form] = transaction.forms;
  if (!form) throw new Error(`Transaction ${transaction.id} is sent without a signed form`);
  const isSilent = form.broadcastAt === null || run.clock.now().getTime() - form.broadcastAt.getTime() >= silenceMs;
  if (isSilent) await broadcastForm(run, transaction, form);
}

/** What a transaction ends as. `hash` is null where nothing was mined. */
type SettledTransaction = { readonly id: number; readonly hash: Hex | null };

/** Confirms a transaction with what its module does about it, once. */
async function settleSucceeded(run: SendingRun, { id, hash }: SettledTransaction): Promise<void> {
  const { db, clock, sender } = run;
  const at = clock.now();
  await transactionWithRetry(db, async (tx) => {
    if (await markConfirmed(tx, { id, hash, at })) await sender.confirmed?.(tx, id, at);
    await run.onStep('confirming');
  });
  run.metrics.chainSettled.inc({ purpose: sender.purpose, outcome: 'confirmed' });
  await run.onStep('confirmed');
}

/** Settles a transaction that the chain undoes, or would: its aim may have been reached by another. */
export async function settleReverted(run: SendingRun, settled: SettledTransaction): Promise<void> {
  const { node, sender } = run;
  const verdict = (await sender.judge?.(node, settled.id)) ?? {
    impossible: `The chain undoes it within ${sender.mostGas} units of gas.`,
  };
  await (verdict === 'done' ? settleSucceeded(run, settled) : settleImpossible(run, settled, verdict.impossible));
}

/** Ends a transaction for a reason. An operator can retry only a repeatable one. */
async function settleImpossible(run: SendingRun, { id, hash }: SettledTransaction, reason: string): Promise<void> {
  const { db, clock, log, metrics } = run;
  const { purpose, isRepeatable } = run.sender;
  const at = clock.now();
  if (isRepeatable) {
    log.error(
      { transactionId: id, reason },
      'a transaction on the chain is impossible, and an operator must see to it',
    );
  } else {
    log.warn({ transactionId: id, purpose, reason }, 'a transaction on the chain is impossible, and is not sent again');
  }
  await transactionWithRetry(db, async (tx) => {
    const isMarked = await markImpossible(tx, { id, hash, reason, isRepeatable, at });
    if (!isMarked || !isRepeatable) return;
    const facts = { kind: 'chainTransactionImpossible', transactionId: String(id), reason } as const;
    await recordEvent(tx, { type: 'alert', subject: `transaction ${id} ${at.toISOString()}`, facts, at });
  });
  metrics.chainSettled.inc({ purpose, outcome: 'impossible' });
}
