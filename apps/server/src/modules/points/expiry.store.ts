import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { DB } from '#/db/schema.ts';

/** The next fans of a sweep, after one; 0 to begin. Their accounts are locked by one transaction. */
type Sweep = { readonly after: number; readonly most: number; readonly now: Date };

/** Lets months of expiry end with the platform's days. @param ownerPool connects as the owner of the ledger */
export async function adoptPlatformZone(ownerPool: Pool, timeZone: string): Promise<void> {
  await ownerPool.query('UPDATE ledger.expiry_terms SET time_zone = $1 WHERE time_zone <> $1', [timeZone]);
}

export type DueLots = { readonly unit: number; readonly day: string };

/** The unit and last day of the soonest lots that are due. */
export async function findDueLots(db: Kysely<DB>, now: Date): Promise<DueLots | undefined> {
  const { rows } = await sql<DueLots>`
    select u.id as unit, soonest.day::text
      from ledger.unit u
     cross join ledger.expiry_terms t
     cross join lateral (select min(l.expires_on) as day from ledger.lot l where l.unit = u.id) soonest
     where u.expires and (soonest.day + 1)::timestamp at time zone t.time_zone + interval '1 hour' <= ${now}
     limit 1`.execute(db);
  return rows[0];
}

/** Expires what is left of lots. Returns the last fan; null when none is left. */
export async function expireLots(
  db: Kysely<DB>,
  { unit, day }: DueLots,
  { after, most, now }: Sweep,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select ledger.expire_lots(${unit}::smallint, ${day}::date, ${after}, ${most}, ${now}) as last`.execute(db);
  return rows[0]?.last ?? null;
}

/**
 * Lists the units of activities whose result is final, and for a month once a day those into which something may have come
 * late, such as the prize of a raffle.
 */
export async function listUnitsToLapse(db: Kysely<DB>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ unit: number }>`
    select w.unit from ledger.unit_to_lapse w
      left join ledger.lapsed_unit l on l.unit = w.unit
     where w.at <= ${now}
       and (l.lapsed_at is null or l.lapsed_at < w.at
            or l.lapsed_at < ${now}::timestamptz - interval '1 day' and w.at > ${now}::timestamptz - interval '30 days')
     order by w.unit`.execute(db);
  return rows.map(({ unit }) => unit);
}

/** Takes back what fans have of a unit, each under the lock of the account. Returns the last fan; null when none is left. */
export async function lapseUnit(db: Kysely<DB>, unit: number, { after, most, now }: Sweep): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select ledger.lapse_unit(${unit}::smallint, ${after}, ${most}, ${now}) as last`.execute(db);
  return rows[0]?.last ?? null;
}
