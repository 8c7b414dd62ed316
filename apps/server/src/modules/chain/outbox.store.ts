import type { Kysely, Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enqueue, jobKind, noPayload } from '#/jobs/job.ts';

/** What a transaction is for; each purpose has its key. */
export type Purpose = 'mint' | 'testCoin';

type NewTransaction = {
  readonly purpose: Purpose;
  readonly target: Hex;
  readonly data?: Hex;
  /** The value in wei. */
  readonly value?: bigint;
  readonly at: Date;
};

/** A run that fails waits for the schedule. */
export const sendTransactionsKind = jobKind('send-transactions', { payload: noPayload, attempts: 1 });

/** Queues a transaction for the chain in the caller's transaction. Returns its id. The outbox sends it once. */
export async function queueTransaction(
  tx: Transaction<DB>,
  { purpose, target, data = '0x', value = 0n, at }: NewTransaction,
): Promise<number> {
  const { id } = await tx
    .insertInto('chain_transaction')
    .values({ purpose, target, data, value: value.toString(), queued_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueSending(tx);
  return id;
}

/** Wakes the outbox after the commit, or at `runAt`. One run takes all that is there. */
export function enqueueSending(tx: Transaction<DB>, runAt?: Date): Promise<void> {
  return enqueue(tx, sendTransactionsKind, {}, { key: sendTransactionsKind.id, runAt });
}

export type SignedForm = {
  readonly hash: Hex;
  readonly nonce: number;
  readonly gas: bigint;
  readonly maxFee: bigint;
  readonly raw: Hex;
  readonly signedAt: Date;
  readonly broadcastAt: Date | null;
};

/** A transaction that is not settled. */
export type OpenTransaction = {
  readonly id: number;
  readonly target: Hex;
  readonly data: Hex;
  readonly value: bigint;
};

export type SentTransaction = OpenTransaction & {
  readonly sender: Hex;
  readonly nonce: number;
  /** The time at which another use of its nonce was first seen. */
  readonly nonceLostAt: Date | null;
  /** All of them, the newest first. Those of another nonce can only be mined after a reorganisation. */
  readonly forms: readonly SignedForm[];
};

const openColumns = ['id', 'target', 'data', 'value'] as const;
type OpenRow = { readonly id: number; readonly target: Hex; readonly data: Hex; readonly value: string };

function openOf({ id, target, data, value }: OpenRow): OpenTransaction {
  return { id, target, data, value: BigInt(value) };
}

/** Lists the oldest transactions without a nonce. */
export async function listWaiting(db: Kysely<DB>, purpose: Purpose, most: number): Promise<OpenTransaction[]> {
  const rows = await db
    .selectFrom('chain_transaction')
    .select(openColumns)
    .where('purpose', '=', purpose)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(most)
    .$castTo<OpenRow>()
    .execute();
  return rows.map(openOf);
}

/** Lists the sent transactions with their signed forms, in the order of their nonces. */
export async function listSent(db: Kysely<DB>, purpose: Purpose): Promise<SentTransaction[]> {
  const rows = await db
    .selectFrom('chain_transaction')
    .select([...openColumns, 'sender', 'nonce', 'nonce_lost_at'])
    .where('purpose', '=', purpose)
    .where('state', '=', 'sent')
    .orderBy('nonce')
    .$castTo<OpenRow & { readonly sender: Hex; readonly nonce: number; readonly nonce_lost_at: Date | null }>()
    .execute();
  if (rows.length === 0) return [];
  const forms = await db
    .selectFrom('signed_transaction')
    .selectAll()
    .where(
      'transaction_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('signed_at', 'desc')
    .orderBy('max_fee', 'desc')
    .execute();
  const formsOf = Map.groupBy(forms, (form) => form.transaction_id);
  return rows.map((row) => ({
    ...openOf(row),
    sender: row.sender,
    nonce: row.nonce,
    nonceLostAt: row.nonce_lost_at,
    forms: (formsOf.get(row.id) ?? []).map((form) => ({
      // Table constraints ensure these forms; the bytes are there until the transaction is over.
      hash: form.hash as Hex,
      raw: form.raw as Hex,
      nonce: form.nonce,
      gas: BigInt(form.gas),
      maxFee: BigInt(form.max_fee),
      signedAt: form.signed_at,
      broadcastAt: form.broadcast_at,
    })),
  }));
}

/** Marks a waiting transaction as sent by a nonce; false if it does not wait any more. */
export async function markSent(
  tx: Transaction<DB>,
  { id, sender, nonce }: { readonly id: number; readonly sender: Hex; readonly nonce: number },
): Promise<boolean> {
  const marked = await tx
    .updateTable('chain_transaction')
    .set({ state: 'sent', sender, nonce })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

export async function insertForm(db: Kysely<DB>, transactionId: number, form: Omit<SignedForm, 'broadcastAt'>) {
  const { hash, nonce, gas, maxFee, raw, signedAt } = form;
  await db
    .insertInto('signed_transaction')
    .values({
      hash,
      transaction_id: transactionId,
      nonce,
      gas: Number(gas),
      max_fee: maxFee.toString(),
      raw,
      signed_at: signedAt,
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

export async function markBroadcast(db: Kysely<DB>, hash: Hex, at: Date): Promise<void> {
  await db.updateTable('signed_transaction').set({ broadcast_at: at }).where('hash', '=', hash).execute();
}

/** Notes when the nonce of a sent transaction was first seen used by something else; null after it was not. */
export async function noteNonceLost(db: Kysely<DB>, id: number, at: Date | null): Promise<void> {
  await db
    .updateTable('chain_transaction')
    .set({ nonce_lost_at: at })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .execute();
}

/** Lets a transaction wait for another nonce, because its own was used by something else. */
export async function releaseNonce(db: Kysely<DB>, { id, nonce }: SentTransaction): Promise<void> {
  await db
    .updateTable('chain_transaction')
    .set({ state: 'waiting', sender: null, nonce: null, nonce_lost_at: null })
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where('nonce', '=', nonce)
    .execute();
}

/** Confirms an open transaction and forgets its content; false if another run did. `hash` is null where nothing was mined. */
export async function markConfirmed(
  tx: Transaction<DB>,
  { id, hash, at }: { readonly id: number; readonly hash: Hex | null; readonly at: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('chain_transaction')
    .set({ state: 'confirmed', hash, target: null, data: null, nonce_lost_at: null, settled_at: at })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .returning('id')
    .executeTakeFirst();
  if (marked) await forgetBytes(tx, id);
  return marked !== undefined;
}

type Impossible = {
  readonly id: number;
  readonly hash: Hex | null;
  readonly reason: string;
  /** Whether it keeps its content for an operator who retries it. */
  readonly isRepeatable: boolean;
  readonly at: Date;
};

/** Ends an open transaction that the chain does not take. Returns whether it was open. */
export async function markImpossible(tx: Transaction<DB>, impossible: Impossible): Promise<boolean> {
  const { id, hash, reason, isRepeatable, at } = impossible;
  const marked = await tx
    .updateTable('chain_transaction')
    .set({
      state: 'impossible',
      hash,
      reason,
      nonce_lost_at: null,
      settled_at: at,
      ...(hash === null && { sender: null, nonce: null }),
      ...(!isRepeatable && { target: null, data: null }),
    })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .returning('id')
    .executeTakeFirst();
  if (marked && !isRepeatable) await forgetBytes(tx, id);
  return marked !== undefined;
}

/**
 * Lets an impossible mint wait again; it gets a new nonce. Returns why it was impossible. Test coins could arrive twice.
 *
 * @throws Refusal CHAIN_TRANSACTION_NOT_IMPOSSIBLE
 */
export async function retryTransaction(tx: Transaction<DB>, id: number): Promise<{ readonly reason: string }> {
  const was = await tx
    .updateTable('chain_transaction as t')
    .from((from) =>
      from
        .selectFrom('chain_transaction')
        .select(['id', 'reason'])
        .where('id', '=', id)
        .where('state', '=', 'impossible')
        .where('purpose', '=', 'mint')
        .forUpdate()
        .as('was'),
    )
    .set({ state: 'waiting', sender: null, nonce: null, hash: null, reason: null, settled_at: null })
    .whereRef('t.id', '=', 'was.id')
    .returning('was.reason')
    .$narrowType<{ reason: string }>()
    .executeTakeFirst();
  if (!was) throw new Refusal('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  await enqueueSending(tx);
  return was;
}

async function forgetBytes(tx: Transaction<DB>, id: number): Promise<void> {
  await tx.updateTable('signed_transaction').set({ raw: null }).where('transaction_id', '=', id).execute();
}

/** Counts a purpose's transactions that are not settled. */
export async function countOpen(db: Kysely<DB>, purpose: Purpose): Promise<number> {
  const { open } = await db
    .selectFrom('chain_transaction')
    .select((columns) => columns.fn.countAll<number>().as('open'))
    .where('purpose', '=', purpose)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirstOrThrow();
  return open;
}
