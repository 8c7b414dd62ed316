import type { Language } from '@lightstick/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { cutPhoto, type PhotoFocus, type PhotoFrame, type PhotoSize } from './cut-photo.ts';

/** A photo of a content pack. */
export type Photo = {
  readonly name: string;
  readonly file: Uint8Array;
  readonly frame: PhotoFrame;
  readonly focus: PhotoFocus;
  readonly alt: Readonly<Record<Language, string>>;
};

/** Adds photos that are new, and brings the words of the others up to date. Photos stay, because pages keep addresses. */
export async function addPhotos(tx: Transaction<DB>, photos: readonly Photo[], addedAt: Date): Promise<void> {
  if (photos.length === 0) return;
  const names = photos.map(({ name }) => name);
  const known = await tx.selectFrom('photo').select('name').where('name', 'in', names).execute();
  const isKnown = new Set(known.map(({ name }) => name));
  for (const photo of photos) {
    const { name, frame } = photo;
    const alt = JSON.stringify(photo.alt);
    await tx
      .insertInto('photo')
      .values({ name, frame, alt, added_at: addedAt })
      .onConflict((row) => row.column('name').doUpdateSet({ alt }))
      .execute();
    if (isKnown.has(name)) continue;
    const files = await cutPhoto(photo.file, photo);
    await tx
      .insertInto('photo_file')
      .values([...files].map(([size, bytes]) => ({ photo: name, size, bytes })))
      .execute();
  }
}

/** Reads a photo in a size; undefined when there is none of the name. */
export async function readPhotoFile(db: Kysely<DB>, name: string, size: PhotoSize): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('photo_file')
    .select('bytes')
    .where('photo', '=', name)
    .where('size', '=', size)
    .executeTakeFirst();
  return row?.bytes;
}

/** What a picture shows, by the name of a photo; null for a drawing, whose name beside it says all. */
export const photoAlt = (picture: string) =>
  sql<Record<Language, string> | null>`(select alt from photo where name = ${sql.ref(picture)})`;
