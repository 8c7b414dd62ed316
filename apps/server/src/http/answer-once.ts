import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { transactionWithRetry } from '#/db/transaction-with-retry.ts';
import { Refusal } from '#/errors.ts';
import type { Fan } from './session.ts';

/** What of a call decides whether it is a repeat. */
export type RepeatableCall = {
  readonly fan: Fan;
  readonly idempotencyKey: string;
  readonly repeatable: boolean;
  readonly receivedAt: Date;
  readonly body?: unknown;
};

/**
 * Runs an effect at most once for a fan's idempotency key. The key is claimed by a row in the effect's own transaction:
 * a rival with the same key waits at that row until the first commits, then reads its answer, or until the first rolls
 * back, then takes its place.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED when the key was used for another body or route.
 */
export function answerOnce<Data>(
  db: Kysely<DB>,
  route: string,
  call: RepeatableCall,
  effect: (tx: Transaction<DB>) => Promise<Data>,
): Promise<Data> {
  return transactionWithRetry(db, async (tx) => {
    // A key that was made here is known to nobody who could send it again.
    if (!call.repeatable) return effect(tx);
    const bodyHash = hashOf(call.body);
    if (!(await claim(tx, route, call, bodyHash))) return firstAnswer<Data>(tx, route, call, bodyHash);
    const data = await effect(tx);
    await tx
      .updateTable('idempotent_request')
      .set({ answer: JSON.stringify(data) })
      .where('fan_id', '=', call.fan.id)
      .where('key', '=', call.idempotencyKey)
      .execute();
    return data;
  });
}

/** The body as parsed: its schema puts the fields in order and fills in defaults, so equal requests hash alike. */
function hashOf(body: unknown): Buffer {
  return hash('sha256', JSON.stringify(body ?? null), 'buffer');
}

async function claim(tx: Transaction<DB>, route: string, call: RepeatableCall, bodyHash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotent_request')
    .values({
      fan_id: call.fan.id,
      key: call.idempotencyKey,
      route,
      body_hash: bodyHash,
      created_at: call.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['fan_id', 'key']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function firstAnswer<Data>(
  tx: Transaction<DB>,
  route: string,
  call: RepeatableCall,
  bodyHash: Buffer,
): Promise<Data> {
  const first = await tx
    .selectFrom('idempotent_request')
    .select(['route', 'body_hash', 'answer'])
    .where('fan_id', '=', call.fan.id)
    .where('key', '=', call.idempotencyKey)
    .executeTakeFirstOrThrow();
  if (first.route !== route || !first.body_hash.equals(bodyHash)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  // Written from the answer of this very route, and checked against the contract again on its way out.
  return first.answer as Data;
}
