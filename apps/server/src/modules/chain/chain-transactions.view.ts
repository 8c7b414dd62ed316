import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';

type List = DataOf<Contract['GET /operator/api/v1/chain/transactions']>;
type Shown = List['list'][number];

type Row = {
  readonly id: number;
  readonly purpose: Shown['purpose'];
  readonly state: Shown['state'];
  readonly subject: string | null;
  readonly sender: string | null;
  readonly nonce: number | null;
  readonly hash: string | null;
  readonly reason: string | null;
  readonly queued_at: Date;
  readonly settled_at: Date | null;
};

/** What operators see: test coins that failed are over, because coins must not be sent twice. */
const listed = sql<boolean>`(t.state in ('waiting', 'sent') or t.state = 'impossible' and t.purpose = 'mint')`;

/** Returns a page of what is open or could be retried, oldest first, and the trouble of each sender. */
export async function readTransactions(
  db: Kysely<DB>,
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
): Promise<List> {
  const { rows } = await sql<Row>`
    select t.id, t.purpose, t.state, m.edition_id || ' ' || m.serial as subject, t.sender, t.nonce,
           coalesce(t.hash, (select s.hash from signed_transaction s where s.transaction_id = t.id and s.nonce = t.nonce
                              order by s.max_fee desc limit 1)) as hash,
           t.reason, t.queued_at, t.settled_at
      from chain_transaction t left join nft_mint m on m.transaction_id = t.id
     where ${listed}
     order by t.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(db);
  const { total } = await db
    .selectFrom('chain_transaction as t')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(listed)
    .executeTakeFirstOrThrow();
  const senders = await db
    .selectFrom('chain_sender')
    .select(['address', 'trouble', 'trouble_since as since'])
    .orderBy('address')
    .execute();
  return {
    list: rows.map((row) => ({
      transactionId: String(row.id),
      purpose: row.purpose,
      state: row.state,
      subject: row.subject,
      sender: row.sender,
      nonce: row.nonce,
      hash: row.hash,
      reason: row.reason,
      queuedAt: row.queued_at.toISOString(),
      settledAt: row.settled_at?.toISOString() ?? null,
    })),
    total,
    pageNum,
    pageSize,
    senders: senders.map(({ address, trouble, since }) => ({ address, trouble, since: since?.toISOString() ?? null })),
  };
}

export const purposes = ['mint', 'testCoin'] as const;
export const states = ['waiting', 'sent', 'impossible'] as const;
export type TransactionCount = {
  readonly purpose: (typeof purposes)[number];
  readonly state: (typeof states)[number];
  readonly count: number;
};

/**
 * Counts what is open, and impossible mints. Of test coins none counts as impossible: any fan with a contract for a wallet may
 * cause that, and an operator can do nothing.
 */
export async function countTransactions(db: Kysely<DB>): Promise<readonly TransactionCount[]> {
  const { rows } = await sql<TransactionCount>`
    select purpose, state, count(*) from chain_transaction
     where state in ('waiting', 'sent') or state = 'impossible' and purpose = 'mint'
     group by purpose, state`.execute(db);
  return rows;
}

export async function countTroubledSenders(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ troubled: number }>`
    select count(*) as troubled from chain_sender where trouble is not null`.execute(db);
  return rows[0]?.troubled ?? 0;
}

/** The tables name no fan, but wallets that something is sent to. Fans get copies from the modules that send. */
export const chainPersonalData: PersonalData = {
  erased: [],
  kept: {
    chain_transaction:
      'What is on its way to a wallet arrives after an erasure too. ' +
      'Then only the hash stays, of what the public chain shows.',
    signed_transaction: 'The signed bytes of the same, which contain the wallet. They go once it is over.',
  },
};
