import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Text } from '#/modules/votes/index.ts';

type CheerRecords = DataOf<Contract['POST /wallet/api/v1/ticketVote/getCheerRecords']>;

type Question = {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly idolId?: string | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** One page of a fan's cheers, newest first. */
export async function readCheerRecords(
  db: Kysely<DB>,
  { fanId, activityId, idolId, language, pageNum, pageSize }: Question,
): Promise<CheerRecords> {
  const asked = db
    .selectFrom('cheer')
    .where('cheer.fan_id', '=', fanId)
    .$if(activityId !== undefined, (some) => some.where('cheer.activity_id', '=', activityId ?? ''))
    .$if(idolId !== undefined, (some) => some.where('cheer.idol_id', '=', idolId ?? ''));
  const rows = await asked
    .innerJoin('idol', 'idol.id', 'cheer.idol_id')
    .select((columns) => [
      'cheer.id',
      'cheer.activity_id',
      'cheer.idol_id',
      columns.ref('idol.name').$castTo<Text>().as('name'),
      'idol.portrait_seed',
      'cheer.tickets',
      'cheer.transfer',
      'cheer.cheered_at',
    ])
    .orderBy('cheer.id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const list = rows.map((row) => ({
    cheerId: String(row.id),
    activityId: row.activity_id,
    idolId: row.idol_id,
    idolName: row.name[language],
    portraitUrl: portraitUrl(row.portrait_seed),
    num: row.tickets,
    cheeredAt: row.cheered_at.toISOString(),
    transferId: String(row.transfer),
  }));
  return { list, total, pageNum, pageSize };
}
