import type { Pool } from 'pg';

/**
 * Makes sure that the application works as a role that cannot write the ledger's tables. A pool asks for that role when it
 * connects, but an address with options of its own overrules that, and a connection pooler may leave it out.
 *
 * @param appPool connects as the application does, to a migrated database
 * @throws Error that says what to set instead
 */
export async function refuseLedgerWriter(appPool: Pool): Promise<void> {
  const { rows } = await appPool.query<{ name: string }>(
    `SELECT current_user AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'ledger' AND c.relkind IN ('r', 'p')
     HAVING bool_or(has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))`,
  );
  const writer = rows[0];
  if (!writer) return;
  throw new Error(
    `The application would work as "${writer.name}", which may write the tables of the ledger. Set DATABASE_APP_URL to a ` +
      'login that is a member of lightstick_app and of nothing else, or take the options out of DATABASE_URL.',
  );
}
