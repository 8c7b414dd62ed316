import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

type ExchangeRecord = DataOf<Contract['GET /activity/api/v1/vote/getVoteExchangeRecord']>;
type Title = Readonly<Record<Language, string>>;

type Question = {
  readonly fanId: number;
  /** Those for its tickets; without it all. */
  readonly activityId?: string | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** One page of a fan's exchanges, newest first. Retired offers keep their titles, because a record outlives its offer. */
export async function readExchangeRecord(
  db: Kysely<DB>,
  { fanId, activityId, language, pageNum, pageSize }: Question,
): Promise<ExchangeRecord> {
  const exchanges = db
    .selectFrom('exchange')
    .innerJoin('offer', 'offer.id', 'exchange.offer_id')
    .where('exchange.fan_id', '=', fanId)
    .$if(activityId !== undefined, (all) => all.where('offer.activity_id', '=', activityId ?? ''));
  const rows = await exchanges
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
    .orderBy('exchange.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await exchanges
    .select((columns) => columns.fn.countAll<number>().as('total'))
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
