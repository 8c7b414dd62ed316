import type { Language } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PendingPoints } from '#/modules/points/index.ts';
import { rightCountOf } from './marking.store.ts';
import { lastSettledClosing } from './riddle-round.rules.ts';

type Title = Readonly<Record<Language, string>>;

/** What a fan's right answers in settled rounds bring, until these are marked. */
export async function readPendingRiddlePoints(
  db: Kysely<DB>,
  { fanId, at, language }: { readonly fanId: number; readonly at: Date; readonly language: Language },
): Promise<PendingPoints[]> {
  const { rows } = await sql<{ title: Title; points: number; closesAt: Date }>`
    select r.title, u.rewards[${rightCountOf}] as points, r.closes_at as "closesAt"
      from riddle_unlock u join riddle_round r on r.id = u.round_id
     where u.fan_id = ${fanId} and u.marked_at is null and r.closes_at <= ${lastSettledClosing(at)}
       and u.rewards[${rightCountOf}] > 0
     order by r.closes_at desc`.execute(db);
  return rows.map(({ title, points, closesAt }) => ({
    kind: 'riddle',
    title: title[language],
    points,
    since: closesAt.toISOString(),
  }));
}

/** The titles of the rounds for which rewards with the given keys were paid. */
export async function readRiddleTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { readonly fanId: number; readonly keys: readonly string[]; readonly language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('riddle_unlock as mine')
    .innerJoin('riddle_round as round', 'round.id', 'mine.round_id')
    .select((columns) => ['mine.reward_key as key', columns.ref('round.title').$castTo<Title>().as('title')])
    .where('mine.fan_id', '=', fanId)
    .where('mine.reward_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}
