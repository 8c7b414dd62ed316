import type { Pool } from 'pg';

export type PlatformHold = { readonly heldAt: Date; readonly reason: string };

/** Returns the hold that is in force, if the platform is held. */
export async function readHold(pool: Pool): Promise<PlatformHold | undefined> {
  const { rows } = await pool.query<PlatformHold>(
    'SELECT held_at AS "heldAt", reason FROM platform_hold WHERE reopened_at IS NULL',
  );
  return rows[0];
}

/** Holds the platform; false if it is held already. */
export async function holdPlatform(ownerPool: Pool, { heldAt, reason }: PlatformHold): Promise<boolean> {
  const { rowCount } = await ownerPool.query(
    `INSERT INTO platform_hold (held_at, reason) VALUES ($1, $2)
     ON CONFLICT ((true)) WHERE reopened_at IS NULL DO NOTHING`,
    [heldAt, reason],
  );
  return rowCount === 1;
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
