import { hash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { deleteInBatches } from '#/db/delete-in-batches.ts';
import { transactionWithRetry } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { type Job, scheduledJob } from '#/jobs/job.ts';
import type { Clock } from '#/lib/clock.ts';
import type { Operator, Fan } from './caller.ts';

/** The parts of a call that identify a repeat. A key belongs to the calling fan or operator. */
export type RepeatableCall = ({ readonly fan: Fan } | { readonly operator: Operator }) & {
  readonly idempotencyKey: string;
  readonly repeatable: boolean;
  readonly receivedAt: Date;
  readonly body?: unknown;
};

/**
 * Runs an effect at most once for a caller's idempotency key. A row in the effect's own transaction claims the key: a
 * concurrent call with the same key waits for that row until the first commits, then reads its answer, or until the first
 * rolls back, then takes its place.
 * @throws Refusal IDEMPOTENCY_KEY_REUSED when the key was used for another body or route, or its answer is already deleted
 */
export function runIdempotent<Data>(
  db: Kysely<DB>,
  route: string,
  call: RepeatableCall,
  effect: (tx: Transaction<DB>) => Promise<Data>,
): Promise<Data> {
  return transactionWithRetry(db, async (tx) => {
    // No client knows a key that was generated here, so it cannot be repeated.
    if (!call.repeatable) return effect(tx);
    const bodyHash = hashOf(call.body);
    if (!(await claim(tx, route, call, bodyHash))) return firstAnswer<Data>(tx, route, call, bodyHash);
    const data = await effect(tx).catch(refuseUsedKey);
    await keepAnswer(tx, call, data);
    return data;
  });
}

/** An effect in two transactions, so that nothing can undo the first once the second has begun. */
export type TwoSteps<Data> = {
  /** Refuses or pays. Returns the answer, or undefined when it is the second step's. */
  readonly pay: (tx: Transaction<DB>) => Promise<Data | undefined>;
  /** Does the paid work, if that is not done yet, and refuses nothing. */
  readonly finish: (tx: Transaction<DB>) => Promise<Data>;
};

/**
 * Runs a call like `runIdempotent`, in two transactions. A repeat finds a first step that has no answer yet, and does
 * the second.
 * @throws Refusal as `runIdempotent`
 */
export async function runIdempotentInTwoSteps<Data>(
  db: Kysely<DB>,
  route: string,
  call: RepeatableCall,
  { pay, finish }: TwoSteps<Data>,
): Promise<Data> {
  const first = await transactionWithRetry(db, async (tx) => {
    if (!call.repeatable) return pay(tx);
    const bodyHash = hashOf(call.body);
    if (!(await claim(tx, route, call, bodyHash))) {
      return (await firstAnswer<Data | null>(tx, route, call, bodyHash)) ?? undefined;
    }
    const data = await pay(tx).catch(refuseUsedKey);
    if (data !== undefined) await keepAnswer(tx, call, data);
    return data;
  });
  if (first !== undefined) return first;
  return transactionWithRetry(db, async (tx) => {
    if (!call.repeatable) return finish(tx);
    const kept = await lockAnswer<Data>(tx, call);
    if (kept !== undefined) return kept;
    const data = await finish(tx);
    await keepAnswer(tx, call, data);
    return data;
  });
}

async function keepAnswer(tx: Transaction<DB>, call: RepeatableCall, data: unknown): Promise<void> {
  const { table, isOwn } = shelfOf(call);
  await sql`update ${table} set answer = ${JSON.stringify(data)} where ${isOwn}`.execute(tx);
}

/** Locks the answer, which a repeat may have brought in the meantime. Repeats wait for each other here. */
async function lockAnswer<Data>(tx: Transaction<DB>, call: RepeatableCall): Promise<Data | undefined> {
  const { table, isOwn } = shelfOf(call);
  const { rows } = await sql<{ answer: unknown }>`select answer from ${table} where ${isOwn} for update`.execute(tx);
  return (rows[0]?.answer ?? undefined) as Data | undefined;
}

/** Names of the unique constraints on a call's key or transfers. */
export const idempotencyKeyConstraint = /_(key|transfer)_key$/;

/** Answers are deleted after a week, but keys and transfers stay in unique columns, which detect later repeats. */
export function refuseUsedKey(error: unknown): never {
  if (error instanceof Error && 'constraint' in error && idempotencyKeyConstraint.test(String(error.constraint))) {
    throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  }
  throw error;
}

/** Returns whether a call repeats an answered one, and so needs no slow checks. */
export async function isAnswered(db: Kysely<DB>, call: RepeatableCall): Promise<boolean> {
  if (!call.repeatable) return false;
  const { table, isOwn } = shelfOf(call);
  const { rows } = await sql`select from ${table} where ${isOwn}`.execute(db);
  return rows.length > 0;
}

/** Returns the table of a caller's answers; fans and operators have one of the same shape each. */
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

/** Hashes the parsed body: its schema orders fields and fills in defaults, so equal requests have equal hashes. */
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

type FirstAnswer = { readonly route: string; readonly body_hash: Buffer; readonly answer: unknown };

async function firstAnswer<Data>(
  tx: Transaction<DB>,
  route: string,
  call: RepeatableCall,
  bodyHash: Buffer,
): Promise<Data> {
  const { table, isOwn } = shelfOf(call);
  const { rows } = await sql<FirstAnswer>`select route, body_hash, answer from ${table} where ${isOwn}`.execute(tx);
  const [first] = rows;
  if (first?.route !== route || !first.body_hash.equals(bodyHash)) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  // It was an answer of this route, and is checked against the contract again when it is sent.
  return first.answer as Data;
}

/** A `PersonalData` of the composition root, whose type http does not know. An erased fan repeats no call. */
export const idempotencyPersonalData = {
  erased: ['idempotent_request'],
  kept: {},
  async erase(tx: Transaction<DB>, { id }: { readonly id: number }): Promise<void> {
    await tx.deleteFrom('idempotent_request').where('fan_id', '=', id).execute();
  },
};

/** The lifetime of answers, which the contract promises. Later repeats are recognised by their key and transfers. */
const keptMs = 7 * 24 * 60 * 60_000;

/** Deletes expired answers every night. */
export function sweepIdempotencyKeysJob({ db, clock }: { readonly db: Kysely<DB>; readonly clock: Clock }): Job {
  return scheduledJob('forget-answers', async () => {
    const before = new Date(clock.now().getTime() - keptMs);
    await deleteInBatches(db, { table: 'idempotent_request', column: 'created_at', before });
    await deleteInBatches(db, { table: 'operator_request', column: 'created_at', before });
  });
}
