import type { ClientBase, Pool } from 'pg';

export type PlatformHold = { readonly heldAt: Date; readonly reason: string };

/** A copy of a platform is held in the transaction that makes it. */
type Queries = Pick<Pool | ClientBase, 'query'>;

/** Returns the hold that is in force, if the platform is held. */
export async function readHold(pool: Pool): Promise<PlatformHold | undefined> {
  const { rows } = await pool.query<PlatformHold>(
    'SELECT held_at AS "heldAt", reason FROM platform_hold WHERE reopened_at IS NULL',
  );
  return rows[0];
}

/** Holds the platform; false if it is held already. */
export async function holdPlatform(owner: Queries, { heldAt, reason }: PlatformHold): Promise<boolean> {
  const { rowCount } = await owner.query(
    `INSERT INTO public.platform_hold (held_at, reason) VALUES ($1, $2)
     ON CONFLICT ((true)) WHERE reopened_at IS NULL DO NOTHING`,
    [heldAt, reason],
  );
  return rowCount === 1;
}

/**
 * Holds a copy of a platform, which may be held already.
 * @returns false where the schema is of a release that cannot hold one
 */
export async function holdCopy(owner: Queries, hold: PlatformHold): Promise<boolean> {
  const { rows } = await owner.query<{ canHold: boolean }>(
    `SELECT to_regclass('public.platform_hold') IS NOT NULL AS "canHold"`,
  );
  if (!rows[0]?.canHold) return false;
  await holdPlatform(owner, hold);
  return true;
}

/** Ends the hold and returns it; undefined if the platform is not held. */
export async function reopenPlatform(ownerPool: Pool, at: Date): Promise<PlatformHold | undefined> {
  const { rows } = await ownerPool.query<PlatformHold>(
    `UPDATE platform_hold SET reopened_at = greatest(held_at, $1::timestamptz) WHERE reopened_at IS NULL
     RETURNING held_at AS "heldAt", reason`,
    [at],
  );
  return rows[0];
}
