import pg from 'pg';
import { databaseName, socketUrl } from './names.ts';

/** Creates the database in a fresh cluster; `initdb` makes only the cluster's own ones. */
export async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
