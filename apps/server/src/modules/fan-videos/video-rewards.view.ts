import type { Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** The rewards that a fan has had for videos in some occurrences, whatever the task. */
export function readVideoRewards(
  db: Kysely<DB>,
  { fanId, occurrences }: { fanId: number; occurrences: readonly string[] },
): Promise<{ taskId: string; occurrence: string }[]> {
  return db
    .selectFrom('fan_video_reward')
    .select(['task_id as taskId', 'occurrence'])
    .where('fan_id', '=', fanId)
    .where('occurrence', 'in', occurrences)
    .execute();
}

/** Which task a video was accepted for, for the rewards of the given keys. */
export async function readVideoRewardTitles(
  db: Kysely<DB>,
  { fanId, keys, language }: { fanId: number; keys: readonly string[]; language: Language },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('fan_video_reward')
    .innerJoin('task', 'task.id', 'fan_video_reward.task_id')
    .select((columns) => [
      'fan_video_reward.key',
      columns.ref('task.title').$castTo<Readonly<Record<Language, string>>>().as('title'),
    ])
    .where('fan_video_reward.fan_id', '=', fanId)
    .where('fan_video_reward.key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.key, row.title[language]]));
}
