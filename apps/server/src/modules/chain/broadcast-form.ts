import { insertForm, markBroadcast, type SentTransaction, type SignedForm } from './outbox.store.ts';
import { type Run, Trouble } from './sending.ts';
import { raisedFee, signForm } from './sign-form.ts';

/**
 * Broadcasts a stored form. One that pays too little is replaced by a stored form with the same nonce, which the next run
 * broadcasts; whichever is mined counts.
 */
export async function broadcastForm(run: Run, transaction: SentTransaction, form: SignedForm): Promise<void> {
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
async function replaceForm(run: Run, transaction: SentTransaction, { nonce, gas, maxFee }: SignedForm): Promise<void> {
  if (transaction.sender !== run.address) throw new Trouble(`${transaction.sender} is not the key any more.`);
  const raised = await raisedFee(run, maxFee);
  await insertForm(run.db, transaction.id, await signForm(run, { transaction, nonce, gas, maxFee: raised }));
}
