import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { deleteBrand } from './content.store.ts';
import type { PackBrand } from './pack.ts';
import { type AppliedPart, upsert } from './upsert.store.ts';

/** Writes the brand of the pack and its pictures. Without one the platform has its own name again. */
export async function applyBrand(tx: Transaction<DB>, brand: PackBrand | undefined): Promise<AppliedPart> {
  if (!brand) return { written: [], retired: await deleteBrand(tx) };
  const { name, shortName, terms, files } = brand;
  const pictures = files.map(({ digest, name: file, mediaType, bytes }) => ({
    digest,
    name: file,
    media_type: mediaType,
    // As PostgreSQL writes bytes in a text.
    bytes: String.raw`\x${bytes.toString('hex')}`,
  }));
  const written = [
    await upsert(tx, 'brand_picture', ['digest', 'name'], pictures),
    await upsert(tx, 'brand', ['is_only_row'], [{ is_only_row: true, name, short_name: shortName, terms }]),
  ];
  return { written, retired: 0 };
}
