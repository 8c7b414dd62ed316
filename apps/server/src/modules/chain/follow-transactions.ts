import { broadcastForm } from './broadcast-form.ts';
import type { Receipt } from './node.ts';
import { listSent, releaseNonce, type SentTransaction, type SignedForm } from './outbox.store.ts';
import type { Run } from './sending.ts';
import { settleReverted, settleSucceeded } from './settle-transaction.ts';

/** How long a broadcast transaction may be missing from the chain before its bytes are broadcast again. */
const silenceMs = 15_000;

/** Settles what is deep enough in the chain, and broadcasts again what is not in it. Returns how many are still sent. */
export async function followTransactions(run: Run): Promise<number> {
  const sent = await listSent(run.db, run.sender.purpose);
  if (sent.length === 0) return 0;
  const latest = await run.node.blockNumber();
  const mined = await Promise.all(sent.map((transaction) => findReceipt(run, transaction)));
  let left = 0;
  for (const [place, transaction] of sent.entries()) {
    const found = mined[place];
    const isOver = found
      ? await settleMined(run, transaction, { ...found, latest })
      : await pursue(run, transaction, latest);
    if (!isOver) left += 1;
  }
  return left;
}

type Mined = { readonly form: SignedForm; readonly receipt: Receipt };

async function findReceipt({ node }: Run, { forms }: SentTransaction): Promise<Mined | undefined> {
  for (const form of forms) {
    const receipt = await node.receiptOf(form.hash);
    if (receipt) return { form, receipt };
  }
  return undefined;
}

/** Settles a mined transaction that is deep enough. A reorganisation could still take others back. */
async function settleMined(
  run: Run,
  { id }: SentTransaction,
  { form, receipt, latest }: Mined & { readonly latest: number },
): Promise<boolean> {
  // A block counts as its own first confirmation.
  if (latest - receipt.block + 1 < run.settings.chain.confirmations) return false;
  await run.onStep('mined');
  const settled = { id, hash: form.hash };
  await (receipt.succeeded ? settleSucceeded(run, settled) : settleReverted(run, settled));
  return true;
}

/** Brings a transaction that is not mined to the chain's notice; true if its nonce was used by something else. */
async function pursue(run: Run, transaction: SentTransaction, latest: number): Promise<boolean> {
  const { db, node, settings, clock, log } = run;
  const { id, nonce, sender } = transaction;
  const deepEnough = Math.max(0, latest - settings.chain.confirmations + 1);
  if ((await node.nonceAt(sender, deepEnough)) > nonce && !(await findReceipt(run, transaction))) {
    log.warn({ transactionId: id, sender, nonce }, 'the nonce of a transaction was used by something else');
    await releaseNonce(db, transaction);
    return true;
  }
  const [form] = transaction.forms;
  if (!form) throw new Error(`Transaction ${id} is sent without a signed form`);
  const isSilent = form.broadcastAt === null || clock.now().getTime() - form.broadcastAt.getTime() >= silenceMs;
  if (isSilent) await broadcastForm(run, transaction, form);
  return false;
}
