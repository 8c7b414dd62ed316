import { type Kysely, sql, type Transaction } from 'kysely';
import type { Hex } from 'viem';
import type { DB } from '#/db/schema.ts';
import type { Purpose } from './queue-transaction.ts';

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
  /** When its nonce was first seen used by something else. */
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

/**
 * Takes a sender's next nonce. Concurrent takers wait at the sender's row.
 *
 * @param chainNonce the sender's next nonce by the chain
 */
export async function takeNonce(tx: Transaction<DB>, sender: Hex, chainNonce: number): Promise<number> {
  const { rows } = await sql<{ nonce: number }>`
    insert into chain_sender as s (address, next_nonce) values (${sender}, ${chainNonce}::bigint + 1)
    on conflict (address) do update set next_nonce = greatest(s.next_nonce, ${chainNonce}::bigint) + 1
    returning next_nonce - 1 as nonce`.execute(tx);
  const [taken] = rows;
  if (!taken) throw new Error(`The sender ${sender} has no row`);
  return taken.nonce;
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

/** Ends an open transaction that the chain does not take. */
export async function markImpossible(tx: Transaction<DB>, impossible: Impossible): Promise<void> {
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
}

async function forgetBytes(tx: Transaction<DB>, id: number): Promise<void> {
  await tx.updateTable('signed_transaction').set({ raw: null }).where('transaction_id', '=', id).execute();
}

/**
 * Stores what keeps a sender from sending; null for nothing. Returns whether trouble began or ended: its words may change with
 * every run.
 */
export async function noteTrouble(
  db: Kysely<DB>,
  { sender, trouble, at }: { readonly sender: Hex; readonly trouble: string | null; readonly at: Date },
): Promise<boolean> {
  if (trouble !== null) {
    const { rows } = await sql<{ began: boolean }>`
      with noted as (
        insert into chain_sender as s (address, next_nonce, trouble, trouble_since)
        values (${sender}, 0, ${trouble}, ${at}::timestamptz)
        on conflict (address) do update
           set trouble = excluded.trouble, trouble_since = coalesce(s.trouble_since, excluded.trouble_since))
      select not exists (select from chain_sender where address = ${sender} and trouble is not null) as began`.execute(
      db,
    );
    return rows[0]?.began ?? false;
  }
  const { numUpdatedRows } = await db
    .updateTable('chain_sender')
    .set({ trouble: null, trouble_since: null })
    .where('address', '=', sender)
    .where('trouble', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends the troubles of former keys, from which nothing is on its way any more. */
export async function endTroublesOfOthers(db: Kysely<DB>, senders: readonly Hex[]): Promise<void> {
  await sql`
    update chain_sender s set trouble = null, trouble_since = null
     where trouble is not null and address <> all (${senders})
       and not exists (select from chain_transaction t where t.sender = s.address and t.state = 'sent')`.execute(db);
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
