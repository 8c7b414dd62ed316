import { type Kysely, sql } from 'kysely';
import { retryOnLostConnection } from '#/db/retry.ts';
import type { DB } from '#/db/schema.ts';
import { type Brand, type BrandTerms, type CurrentBrand, platformBrand } from '#/config/brand.ts';
import { staleWhileRevalidate } from '#/lib/shared-reads.ts';
import type { Services } from '#/services.ts';

type BrandRow = { readonly name: Brand['name']; readonly shortName: Brand['shortName']; readonly terms: BrandTerms };

/** Reads the brand of the content pack; the platform's own when it has none. */
export async function readBrand(db: Kysely<DB>): Promise<Brand> {
  const { rows } = await sql<BrandRow>`select name, short_name as "shortName", terms from brand`.execute(db);
  const [row] = rows;
  return row ? { ...row.terms, isOwn: true, name: row.name, shortName: row.shortName } : platformBrand;
}

/** Returns a function that tells the brand. A changed one is known within seconds, in each process. */
export function createCurrentBrand({ lookUps, clock }: Pick<Services, 'lookUps' | 'clock'>): CurrentBrand {
  let kept: { readonly text: string; readonly brand: Brand } | undefined;
  return staleWhileRevalidate(clock, async () => {
    const brand = await retryOnLostConnection(() => readBrand(lookUps.db));
    const text = JSON.stringify(brand);
    // Readers tell by identity whether it has changed.
    if (kept?.text !== text) kept = { text, brand };
    return kept.brand;
  }).current;
}

export type StoredPicture = { readonly mediaType: string; readonly bytes: Buffer };

export async function readPicture(
  db: Kysely<DB>,
  { digest, name }: { readonly digest: string; readonly name: string },
): Promise<StoredPicture | undefined> {
  return db
    .selectFrom('brand_picture')
    .select(['media_type as mediaType', 'bytes'])
    .where('digest', '=', digest)
    .where('name', '=', name)
    .executeTakeFirst();
}
