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
export async function settleReverted(run: Run, settled: Settled): Promise<void> {
  const { node, sender } = run;
  const verdict = (await sender.judge?.(node, settled.id)) ?? {
    impossible: `The chain undoes it within ${sender.mostGas} units of gas.`,
  };
  await (verdict === 'done' ? settleSucceeded(run, settled) : settleImpossible(run, settled, verdict.impossible));
}

/** Ends a transaction for a reason. Only what is repeatable can go on, if an operator retries it. */
export async function settleImpossible(run: Run, { id, hash }: Settled, reason: string): Promise<void> {
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
  await transactionWithRetry(db, (tx) => markImpossible(tx, { id, hash, reason, isRepeatable, at }));
  metrics.chainSettled.inc({ purpose, outcome: 'impossible' });
}
