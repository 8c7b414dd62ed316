import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** Whom a fan brought, newest first, and how many in all. Who they are is theirs to tell. */
export async function listNewestInvites(db: Kysely<DB>, inviterId: number, most: number) {
  const invites = db.selectFrom('invite').where('inviter_id', '=', inviterId);
  const { total } = await invites.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await invites
    .select(['joined_at as joinedAt', 'state', 'reward'])
    .orderBy('newcomer_id', 'desc')
    .limit(most)
    .execute();
  return { total, rows: rows.map((row) => ({ ...row, joinedAt: row.joinedAt.toISOString() })) };
}
