import type { Hex } from 'viem';
import { transactionWithRetry } from '#/db/retry.ts';
import { markConfirmed, markImpossible } from './outbox.store.ts';
import type { Run } from './sending.ts';

/** What a transaction ends as. `hash` is null where nothing was mined. */
type Settled = { readonly id: number; readonly hash: Hex | null };

/** Confirms a transaction with what its module does about it, once. */
export async function settleSucceeded(run: Run, { id, hash }: Settled): Promise<void> {
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
export async function settleReverted(run: Run, { id, hash }: Settled): Promise<void> {
  const { db, clock, log, node, sender, metrics } = run;
  const verdict = (await sender.judge?.(node, id)) ?? {
    impossible: `The chain undoes it within ${sender.mostGas} units of gas.`,
  };
  if (verdict === 'done') return settleSucceeded(run, { id, hash });
  const { impossible: reason } = verdict;
  log.error({ transactionId: id, reason }, 'a transaction on the chain is impossible, and an operator must see to it');
  await markImpossible(db, { id, hash, reason, at: clock.now() });
  metrics.chainSettled.inc({ purpose: sender.purpose, outcome: 'impossible' });
}
