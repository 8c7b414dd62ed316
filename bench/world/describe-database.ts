import type { OwnerPool } from './owner-connection.ts';

/** The database's version and the settings that a durable commit depends on, by their names. */
export type DatabaseSettings = Readonly<Record<string, string>>;

const settings = [
  'server_version',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'wal_sync_method',
  'shared_buffers',
  'max_wal_size',
];

export async function describeDatabase(ownerPool: OwnerPool): Promise<DatabaseSettings> {
  const { rows } = await ownerPool.query<{ name: string; value: string }>(
    'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS s (name)',
    [settings],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
