import type { Contract, DataOf, Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { portraitUrl } from '#/modules/art/index.ts';
import type { Text } from '#/modules/votes/index.ts';
import { ballotIdols } from './best7.store.ts';

type BallotRecords = DataOf<Contract['GET /activity/api/v1/vote/best7Records']>;

type Question = {
  readonly fanId: number;
  readonly activityId?: string | undefined;
  readonly language: Language;
  readonly pageNum: number;
  readonly pageSize: number;
};

/** One page of a fan's ballots, newest first. */
export async function readBallotRecords(
  db: Kysely<DB>,
  { fanId, activityId, language, pageNum, pageSize }: Question,
): Promise<BallotRecords> {
  const asked = db
    .selectFrom('best7_ballot')
    .where('fan_id', '=', fanId)
    .$if(activityId !== undefined, (some) => some.where('activity_id', '=', activityId ?? ''));
  const rows = await asked
    .select(['id', 'activity_id', 'day', 'cast_at', ballotIdols.as('idolIds')])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  const { total } = await asked.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const idols = await readFaces(db, [...new Set(rows.flatMap((row) => row.idolIds))]);
  const list = rows.map((row) => ({
    ballotId: String(row.id),
    activityId: row.activity_id,
    day: row.day,
    castAt: row.cast_at.toISOString(),
    places: row.idolIds.flatMap((idolId, index) => {
      const idol = idols.get(idolId);
      if (!idol) return [];
      const face = { idolName: idol.name[language], portraitUrl: portraitUrl(idol.seed) };
      return [{ place: index + 1, points: row.idolIds.length - index, idolId, ...face }];
    }),
  }));
  return { list, total, pageNum, pageSize };
}

async function readFaces(db: Kysely<DB>, idolIds: readonly string[]) {
  const rows = await db
    .selectFrom('idol')
    .select(['id', sql<Text>`name`.as('name'), 'portrait_seed as seed'])
    .where('id', '=', sql<string>`any(${idolIds}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
