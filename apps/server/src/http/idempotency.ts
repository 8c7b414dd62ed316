import { hash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Job } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Operator, Fan } from './caller.ts';

/** What of a call decides whether it is a repeat. A key belongs to the fan or the operator who calls. */
export type RepeatableCall = ({ readonly fan: Fan } | { readonly operator: Operator }) & {
  readonly idempotencyKey: string;
  readonly repeatable: boolean;
  readonly receivedAt: Date;
  readonly body?: unknown;
};

/**
 * Runs an effect at most once for a caller's idempotency key. The key is claimed by a row in the effect's own
 * transaction: a rival with the same key waits at that row until the first commits, then reads its answer, or until the
 * first rolls back, then takes its place.
 *
 * @throws Refusal IDEMPOTENCY_KEY_REUSED when the key was used for another body or route, or so long ago that its answer
 * is forgotten.
 */
export function runIdempotent<Data>(
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
    const data = await effect(tx).catch(refuseUsedKey);
    const { table, isOwn } = shelfOf(call);
    await sql`update ${table} set answer = ${JSON.stringify(data)} where ${isOwn}`.execute(tx);
    return data;
  });
}

/** How PostgreSQL names the constraint by which a call's key, or what it moved, stands in a table once. */
export const idempotencyKeyConstraint = /_(key|transfer)_key$/;

/**
 * Answers are forgotten after a while, but what a call moved is written down for ever, with its key and its transfers, each
 * of which stands in its table once.
 */
function refuseUsedKey(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && idempotencyKeyConstraint.test(String(error.constraint))) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }
  throw error;
}

/** Whether a call repeats one that was answered, so that nothing need be found out for it any more. */
export async function isAnswered(db: Kysely<DB>, call: RepeatableCall): Promise<boolean> {
  if (!call.repeatable) return false;
  const { table, isOwn } = shelfOf(call);
  const { rows } = await sql`select from ${table} where ${isOwn}`.execute(db);
  return rows.length > 0;
}

/** Where the answers to such a caller are kept: tables that are alike but for whose the keys are. */
function shelfOf(call: RepeatableCall) {
  const [table, owner, id] =
    'operator' in call && call.operator
      ? (['operator_request', 'operator_id', call.operator.id] as const)
      : (['idempotent_request', 'fan_id', (call as { readonly fan: Fan }).fan.id] as const);
  return {
    table: sql.table(table),
    owner: sql.ref(owner),
    id,
    isOwn: sql`${sql.ref(owner)} = ${id} and key = ${call.idempotencyKey}`,
  };
}

/** The body as parsed: its schema puts the fields in order and fills in defaults, so equal requests hash alike. */
function hashOf(body: unknown): Buffer {
  return hash('sha256', JSON.stringify(body ?? null), 'buffer');
}

async function claim(tx: Transaction<DB>, route: string, call: RepeatableCall, bodyHash: Buffer): Promise<boolean> {
  const { table, owner, id } = shelfOf(call);
  const { numAffectedRows } = await sql`
    insert into ${table} (${owner}, key, route, body_hash, created_at)
    values (${id}, ${call.idempotencyKey}, ${route}, ${bodyHash}, ${call.receivedAt})
    on conflict (${owner}, key) do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

type First = { readonly route: string; readonly body_hash: Buffer; readonly answer: unknown };

async function firstAnswer<Data>(
  tx: Transaction<DB>,
  route: string,
  call: RepeatableCall,
  bodyHash: Buffer,
): Promise<Data> {
  const { table, isOwn } = shelfOf(call);
  const { rows } = await sql<First>`select route, body_hash, answer from ${table} where ${isOwn}`.execute(tx);
  const [first] = rows;
  if (first?.route !== route || !first.body_hash.equals(bodyHash)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  // Written from the answer of this very route, and checked against the contract again on its way out.
  return first.answer as Data;
}

/** A `PersonalData` of the composition root, whose type http does not know. A fan who is gone repeats no call. */
export const idempotencyPersonalData = {
  erased: ['idempotent_request'],
  kept: {},
  async erase(tx: Transaction<DB>, { id }: { readonly id: number }): Promise<void> {
    await tx.deleteFrom('idempotent_request').where('fan_id', '=', id).execute();
  },
};

/** How long an answer is kept for repeats; the contract promises it. Later, a key is known by what it moved. */
const keptMs = 7 * 24 * 60 * 60_000;

/** Deletes, every night, the answers that are too old to be repeated. */
export function sweepIdempotencyKeysJob({ db, clock }: { readonly db: Kysely<DB>; readonly clock: Clock }): Job {
  return {
    name: 'forget-answers',
    schedule: '10 3 * * *',
    async run() {
      const before = new Date(clock.now().getTime() - keptMs);
      await deleteInBatches(db, { table: 'idempotent_request', column: 'created_at', before });
      await deleteInBatches(db, { table: 'operator_request', column: 'created_at', before });
    },
  };
}
