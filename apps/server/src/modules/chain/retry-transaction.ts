import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { enqueueSending } from './queue-transaction.ts';

/**
 * Lets an impossible transaction wait again; it gets a new nonce. Returns why it was impossible.
 *
 * @throws Refusal CHAIN_TRANSACTION_NOT_IMPOSSIBLE
 */
export async function retryTransaction(tx: Transaction<DB>, id: number): Promise<{ readonly reason: string }> {
  const { rows } = await sql<{ reason: string }>`
    update chain_transaction t
       set state = 'waiting', sender = null, nonce = null, hash = null, reason = null, settled_at = null
      from (select id, reason from chain_transaction where id = ${id} and state = 'impossible' for update) was
     where t.id = was.id
    returning was.reason`.execute(tx);
  const [was] = rows;
  if (!was) throw new Refusal('CHAIN_TRANSACTION_NOT_IMPOSSIBLE');
  await enqueueSending(tx);
  return was;
}
