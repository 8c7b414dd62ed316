import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** What a fan may change of themselves by words. What is undefined stays as it is. */
export type ProfileChange = {
  readonly nickname: string | undefined;
  readonly bio: string | undefined;
  readonly language: Language | undefined;
};

/** Writes a change of a fan's own words; nothing else of the row can be reached from here. */
export async function updateProfile(db: Kysely<DB>, fanId: number, change: ProfileChange): Promise<void> {
  const { nickname, bio, language } = change;
  const columns = {
    ...(nickname !== undefined && { nickname }),
    ...(bio !== undefined && { bio }),
    ...(language !== undefined && { language }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('fan').set(columns).where('id', '=', fanId).execute();
}

/**
 * Shows another file as a fan's picture, or with null the drawn portrait. Returns the file that was shown before. Rivals
 * wait for each other at the fan's row, so that each of them is told of another file.
 */
export async function swapAvatarFile(
  tx: Transaction<DB>,
  fanId: number,
  avatarFile: string | null,
): Promise<string | null> {
  const before = await tx
    .selectFrom('fan')
    .select('avatar_file')
    .where('id', '=', fanId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('fan').set({ avatar_file: avatarFile }).where('id', '=', fanId).execute();
  return before.avatar_file;
}

/** Which of these files a fan shows. */
export async function shownAmong(db: Kysely<DB>, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('fan').select('avatar_file').where('avatar_file', 'in', files).execute();
  return new Set(rows.flatMap(({ avatar_file }) => avatar_file ?? []));
}
