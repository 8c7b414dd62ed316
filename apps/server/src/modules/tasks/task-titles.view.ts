import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Which task was done, for the rewards of the given keys. Retired tasks keep their titles, because a reward outlives its task. */
export async function readTaskTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('task_claim')
    .innerJoin('task', 'task.id', 'task_claim.task_id')
    .select((columns) => [
      'task_claim.key',
      columns.ref('task.title').$castTo<Readonly<Record<Language, string>>>().as('title'),
    ])
    .where('task_claim.key', 'in', keys)
    .where('task_claim.fan_id', '=', fanId)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}
