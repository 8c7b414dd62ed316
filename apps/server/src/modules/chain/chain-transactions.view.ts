import type { Contract, DataOf } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import { type PageRequest, readPage } from '#/db/page.ts';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';

type TransactionList = DataOf<Contract['GET /operator/api/v1/chain/transactions']>;
type ShownTransaction = TransactionList['list'][number];

type TransactionRow = {
  readonly id: number;
  readonly purpose: ShownTransaction['purpose'];
  readonly state: ShownTransaction['state'];
  readonly subject: string | null;
  readonly sender: string | null;
  readonly nonce: number | null;
  readonly hash: string | null;
  readonly reason: string | null;
  readonly queued_at: Date;
  readonly settled_at: Date | null;
};

type SenderRow = { readonly address: string; readonly trouble: string | null; readonly since: Date | null };

/** The hash of a transaction `t`: of one that is not mined, that of the newest signed form. */
const newestHash = sql<string | null>`
  coalesce(t.hash, (select s.hash from signed_transaction s where s.transaction_id = t.id and s.nonce = t.nonce
                     order by s.max_fee desc limit 1))`;

/** What became of transactions, for statements that join them. */
export const transactionRows = sql`(select t.id, t.state, ${newestHash} as hash from chain_transaction t)`;

/** What operators see: test coins that failed are over, because coins must not be sent twice. */
const listed = sql<boolean>`(t.state in ('waiting', 'sent') or t.state = 'impossible' and t.purpose = 'mint')`;

/** Returns a page of open and retriable transactions, oldest first, and the trouble of each sender. */
export async function readTransactions(db: Kysely<DB>, asked: PageRequest): Promise<TransactionList> {
  const page = await readPage(db, asked, {
    rows: sql<TransactionRow>`
      select t.id, t.purpose, t.state, m.edition_id || ' ' || m.serial as subject, t.sender, t.nonce,
             ${newestHash} as hash,
             t.reason, t.queued_at, t.settled_at
        from chain_transaction t left join nft_mint m on m.transaction_id = t.id
       where ${listed}
       order by t.id`,
    total: sql<{ total: number }>`select count(*) as total from chain_transaction t where ${listed}`,
  });
  const { rows: senders } = await sql<SenderRow>`
    select address, trouble, trouble_since as since from chain_sender order by address`.execute(db);
  return {
    ...page,
    list: page.list.map((row) => ({
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
 * Counts open transactions and impossible mints. Impossible test coins are not counted: any fan with a contract as a
 * wallet can cause them, and an operator can do nothing.
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
