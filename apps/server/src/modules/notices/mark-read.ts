import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Marks a fan's unread notices up to an id as read; repeats change nothing. */
export async function markRead(
  db: Kysely<DB>,
  { fanId, upTo, at }: { fanId: number; upTo: number; at: Date },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ read_at: at })
    .where('fan_id', '=', fanId)
    .where('id', '<=', upTo)
    .where('read_at', 'is', null)
    .execute();
}
