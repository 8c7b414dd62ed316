import { type RawBuilder, sql } from 'kysely';

/** Formats an instant as the contract writes it, for JSON that SQL builds. */
export function asInstant(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
