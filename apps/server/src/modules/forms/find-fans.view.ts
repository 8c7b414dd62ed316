import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { normaliseEmail } from '#/modules/accounts/index.ts';

export type NamedFan = { readonly id: number; readonly accountId: string };

/**
 * Fans by what an operator's list calls them, a fan code or an email, in whatever case. Erased fans have neither.
 *
 * @returns a function that gives the fan of a line of the list.
 */
export async function findFans(
  db: Kysely<DB>,
  lines: readonly string[],
): Promise<(line: string) => NamedFan | undefined> {
  const names = [...new Set(lines.map(asKept))];
  const rows = await db
    .selectFrom('fan')
    .select(['id', 'account_id as accountId', 'fan_code as fanCode', 'email'])
    .where((where) => where.or([where('fan_code', 'in', names), where('email', 'in', names)]))
    .where('erased_at', 'is', null)
    .execute();
  const fans = new Map(rows.flatMap((fan) => [fan.fanCode, fan.email].flatMap((name) => (name ? [[name, fan]] : []))));
  return (line) => fans.get(asKept(line));
}

/** Addresses are kept in small letters, fan codes in large ones. */
function asKept(line: string): string {
  return line.includes('@') ? normaliseEmail(line) : line.toUpperCase();
}
