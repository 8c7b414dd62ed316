import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { keccak256 } from 'viem/utils';
import { chainId } from '#/config/providers.ts';
import {
  insertForm,
  markBroadcast,
  type OpenTransaction,
  type SentTransaction,
  type SignedForm,
} from './outbox.store.ts';
import { type SendingRun, Trouble } from './sending.ts';

/** The margin above the node's suggestion, in hundredths, so that a small rise needs no replacement. */
const margin = 125n;
/** Nodes accept a replacement that pays at least a tenth more. */
const raise = 113n;
const percent = 100n;

/** Returns what to pay for a unit of gas now. Throws Trouble above the limit of the settings. */
export async function feeNow({ node, settings }: Pick<SendingRun, 'node' | 'settings'>): Promise<bigint> {
  const { maxFee } = settings.chain;
  const price = await node.gasPrice();
  if (price > maxFee) throw new Trouble(`A unit of gas costs ${price} wei, more than CHAIN_MAX_FEE_GWEI allows.`);
  const fee = (price * margin) / percent;
  return fee < maxFee ? fee : maxFee;
}

type FormTerms = {
  readonly transaction: OpenTransaction;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFee: bigint;
};

/** Signs a transaction by a single price for gas, which every node of the chain takes. */
export async function signForm(
  { sender, clock }: Pick<SendingRun, 'sender' | 'clock'>,
  { transaction, nonce, gas, maxFee }: FormTerms,
): Promise<Omit<SignedForm, 'broadcastAt'>> {
  const { target, data, value } = transaction;
  const raw: Hex = await privateKeyToAccount(sender.key).signTransaction({
    type: 'legacy',
    chainId,
    to: target,
    data,
    value,
    nonce,
    gas,
    gasPrice: maxFee,
  });
  return { hash: keccak256(raw), nonce, gas, maxFee, raw, signedAt: clock.now() };
}

/**
 * Broadcasts a stored form. One that pays too little is replaced by a stored form with the same nonce, which the next
 * run broadcasts; the mined one counts.
 */
export async function broadcastForm(run: SendingRun, transaction: SentTransaction, form: SignedForm): Promise<void> {
  const { db, node, clock } = run;
  const outcome = await node.broadcast(form.raw);
  await run.onStep('broadcast');
  switch (outcome) {
    case 'taken':
      // It was broadcast before and is not mined: the price may have risen.
      if (form.broadcastAt !== null && (await node.gasPrice()) > form.maxFee) await replaceForm(run, transaction, form);
      break;
    case 'nonceUsed':
      break;
    case 'underpriced':
      await replaceForm(run, transaction, form);
      throw new Trouble(`The node finds ${form.maxFee} wei for a unit of gas too little.`);
    case 'poolFull':
      throw new Trouble('The pool of the node is full.');
    case 'noFunds':
      throw new Trouble(`${transaction.sender} has too few coins for gas.`);
    case 'refused':
      throw new Trouble(`The node refuses transaction ${form.hash}.`);
  }
  await markBroadcast(db, form.hash, clock.now());
  await run.onStep('broadcastNoted');
}

/** Stores a form that pays more. After a change of the key the former forms have to do. */
async function replaceForm(
  run: SendingRun,
  transaction: SentTransaction,
  { nonce, gas, maxFee }: SignedForm,
): Promise<void> {
  if (transaction.sender !== run.address) throw new Trouble(`${transaction.sender} is not the key any more.`);
  const raised = await raisedFee(run, maxFee);
  await insertForm(run.db, transaction.id, await signForm(run, { transaction, nonce, gas, maxFee: raised }));
}

/** Returns the fee of a replacement. Throws Trouble above the limit of the settings. */
async function raisedFee(run: Pick<SendingRun, 'node' | 'settings'>, former: bigint): Promise<bigint> {
  const [now, least] = [await feeNow(run), (former * raise) / percent + 1n];
  if (now >= least) return now;
  if (least > run.settings.chain.maxFee) {
    throw new Trouble(`A replacement would cost ${least} wei for a unit of gas, more than CHAIN_MAX_FEE_GWEI allows.`);
  }
  return least;
}
