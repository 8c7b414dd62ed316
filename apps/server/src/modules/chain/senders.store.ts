import { type Kysely, sql, type Transaction } from 'kysely';
import type { Hex } from 'viem';
import { lockClasses } from '#/db/lock-classes.ts';
import type { DB } from '#/db/schema.ts';

/** Does work unless another run in any process has the key. */
export async function underSenderLock<Result>(
  db: Kysely<DB>,
  sender: Hex,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return db.connection().execute(async (connection) => {
    const key = sql`${lockClasses.chainSender}, hashtext(${sender})`;
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${key}) as held`.execute(connection);
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection);
    }
  });
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
  const { numAffectedRows } = await sql`
    update chain_sender set trouble = null, trouble_since = null
     where address = ${sender} and trouble is not null`.execute(db);
  return numAffectedRows === 1n;
}

/** Ends the troubles of former keys, from which nothing is on its way any more. */
export async function endTroublesOfOthers(db: Kysely<DB>, senders: readonly Hex[]): Promise<void> {
  await sql`
    update chain_sender s set trouble = null, trouble_since = null
     where trouble is not null and address <> all (${senders})
       and not exists (select from chain_transaction t where t.sender = s.address and t.state = 'sent')`.execute(db);
}
