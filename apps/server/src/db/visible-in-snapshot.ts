import { sql } from 'kysely';

/** Returns the SQL condition that a PostgreSQL snapshot includes a row's transaction; true without a snapshot. */
export function isVisible(xidColumn: string, snapshot: string | undefined) {
  if (snapshot === undefined) return sql`true`;
  return sql`pg_visible_in_snapshot(${sql.ref(xidColumn)}, ${snapshot}::pg_snapshot)`;
}
