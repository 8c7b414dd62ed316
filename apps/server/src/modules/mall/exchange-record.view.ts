import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type ExchangeRecord = DataOf<Contract['GET /activity/api/v1/vote/getVoteExchangeRecord']>;
type Title = Readonly<Record<Language, string>>;

/** One page of a fan's exchanges, newest first. Retired offers keep their titles, because a record outlives its offer. */
export async function readExchangeRecord(
  db: Kysely<DB>,
  { fanId, language, pageNum, pageSize }: { fanId: number; language: Language; pageNum: number; pageSize: number },
): Promise<ExchangeRecord> {
  const rows = await db
    .selectFrom('exchange')
    .innerJoin('offer', 'offer.id', 'exchange.offer_id')
    .select((columns) => [
      'exchange.id',
      'exchange.offer_id',
      columns.ref('offer.title').$castTo<Title>().as('title'),
      'exchange.num',
      'exchange.paid',
      'exchange.received',
      'exchange.asset',
      'exchange.exchanged_at',
    ])
    .where('exchange.fan_id', '=', fanId)
    .orderBy('exchange.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await db
    .selectFrom('exchange')
    .select((columns) => columns.fn.countAll<number>().as('total'))
    .where('fan_id', '=', fanId)
    .executeTakeFirstOrThrow();

  const list = rows.map((row) => ({
    exchangeId: String(row.id),
    offerId: row.offer_id,
    title: row.title[language],
    num: row.num,
    paid: row.paid,
    received: { assetName: row.asset, amount: row.received },
    exchangedAt: row.exchanged_at.toISOString(),
  }));
  return { list, total, pageNum, pageSize };
}
