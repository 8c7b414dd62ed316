import { readdir } from 'node:fs/promises';
import type { Pool } from 'pg';
import { migrationsFolder } from './migrate.ts';

/**
 * Whether every migration of this release is applied, so that its queries find what they expect. More may be applied: a
 * newer replica has started already.
 *
 * @param pool connects as the owner of the schema
 */
export async function isMigrated(pool: Pool, folder: string = migrationsFolder): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql'));
  const { rows } = await pool.query<{ count: number }>('SELECT count(*) FROM public.migration WHERE name = ANY ($1)', [
    names,
  ]);
  return rows[0]?.count === names.length;
}
