import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { PersonalData } from '#/services.ts';
import { deleteFollowedOf } from './following.store.ts';

/** No other row needs the followed idols, so they are deleted with the fan. */
export const followingPersonalData: PersonalData = {
  erased: ['followed_idol'],
  kept: {},
  erase: (tx, { id }) => deleteFollowedOf(tx, id),
  async copy(db, { fan }) {
    const followed = await readFollowed(db, fan.id);
    const rows = followed.map(({ idolId, place, followedAt }) => ({
      idolId,
      place,
      followedAt: followedAt.toISOString(),
    }));
    return { followedIdols: { total: rows.length, rows } };
  },
};

export type Followed = { readonly idolId: string; readonly place: number; readonly followedAt: Date };

/** Returns the idols that a fan follows, the main one first. */
export function readFollowed(db: Kysely<DB>, fanId: number): Promise<Followed[]> {
  return db
    .selectFrom('followed_idol')
    .select(['idol_id as idolId', 'place', 'followed_at as followedAt'])
    .where('fan_id', '=', fanId)
    .orderBy('place')
    .execute();
}

/** Lists a section of the fans who follow one of some idols, after a fan. */
export async function listFollowers(
  db: Kysely<DB>,
  { idolIds, after, most }: { readonly idolIds: readonly string[]; readonly after: number; readonly most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('followed_idol')
    .select('fan_id')
    .distinct()
    .where('idol_id', '=', sql<string>`any(${idolIds}::text[])`)
    .where('fan_id', '>', after)
    .orderBy('fan_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.fan_id);
}

/** Lists a section of the fans whose main idol is one, after a fan. */
export async function listFansOf(
  db: Kysely<DB>,
  { idolId, after, most }: { readonly idolId: string; readonly after: number; readonly most: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('followed_idol')
    .select('fan_id')
    .where('idol_id', '=', idolId)
    .where('place', '=', 1)
    .where('fan_id', '>', after)
    .orderBy('fan_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.fan_id);
}
