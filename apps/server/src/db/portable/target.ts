import type { ClientBase } from 'pg';
import { BackupRefused, type Manifest } from './contents.ts';

/** An import must not hide fans, content or operators, so a database with any of these is no target. */
const tablesOfSomeone = ['public.fan', 'public.content_pack', 'public.operator', 'ledger.transfer'];

/**
 * Refuses a database into which a backup must not be loaded: one that is in use, not empty, newer than the backup, or of
 * another encoding.
 * @param client connects as the owner of the schema
 */
export async function refuseTarget(client: ClientBase, { migrations }: Manifest): Promise<void> {
  const { rows: targets } = await client.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  const encoding = targets[0]?.encoding;
  if (encoding !== 'UTF8') {
    throw new BackupRefused(`The database has the encoding ${encoding}. Create one with ENCODING 'UTF8'.`);
  }
  await refuseRunningServers(client);
  if (await isThere(client, 'public.migration')) {
    const { rows: later } = await client.query<{ name: string }>(
      'SELECT name FROM public.migration WHERE name <> ALL ($1) ORDER BY name DESC LIMIT 1',
      [migrations.map(({ name }) => name)],
    );
    if (later[0]) {
      throw new BackupRefused(
        `The database has the migration ${later[0].name}, and the backup ends with ${migrations.at(-1)?.name}. ` +
          'Create a database without tables, and load the backup there.',
      );
    }
  }
  for (const table of tablesOfSomeone) {
    if (!(await isThere(client, table))) continue;
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount !== 0) {
      throw new BackupRefused(
        `The database is not empty: ${table} has rows. A backup is loaded into an empty one only.`,
      );
    }
  }
}

/** Refuses while a server has connections: it holds in memory what would change below it. */
export async function refuseRunningServers(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lightstick queue'`,
  );
  if (rowCount !== 0) throw new BackupRefused('A server runs on this database. Stop it first.');
}

export async function isThere(client: Pick<ClientBase, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [table]);
  return rows[0]?.isThere ?? false;
}
