import { sql } from 'kysely';

/** The SQL condition that a PostgreSQL snapshot has a row's transaction in it; true where there is no snapshot. */
export function isVisible(xidColumn: string, snapshot: string | undefined) {
  if (snapshot === undefined) return sql`true`;
  return sql`pg_visible_in_snapshot(${sql.ref(xidColumn)}, ${snapshot}::pg_snapshot)`;
}
