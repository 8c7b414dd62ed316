import type { Language } from '@lightstick/contract';
import type { Kysely, Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';

/** A change of a fan's own texts and settings; an undefined field stays as it is. */
export type ProfileChange = {
  readonly nickname: string | undefined;
  readonly bio: string | undefined;
  readonly language: Language | undefined;
  readonly remindByMail: boolean | undefined;
};

/** Updates only these fields of a fan's row. */
export async function updateProfile(db: Kysely<DB>, fanId: number, change: ProfileChange): Promise<void> {
  const { nickname, bio, language, remindByMail } = change;
  const columns = {
    ...(nickname !== undefined && { nickname }),
    ...(bio !== undefined && { bio }),
    ...(language !== undefined && { language }),
    ...(remindByMail !== undefined && { remind_by_mail: remindByMail }),
  };
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('fan').set(columns).where('id', '=', fanId).execute();
}

/**
 * Sets a fan's picture, or the drawn portrait with null, and returns the previous file. Concurrent calls serialise on
 * the fan's row, so each gets a different file.
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

/** Returns those of the files that fans use. */
export async function shownAmong(db: Kysely<DB>, files: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('fan').select('avatar_file').where('avatar_file', 'in', files).execute();
  return new Set(rows.flatMap(({ avatar_file }) => avatar_file ?? []));
}
