import pg from 'pg';
import { startEmbedded } from '../../../src/db/embedded/start-embedded.ts';

/** A separate process for tests that kill it. Arguments: the data folder, and `write` to insert rows without end. */

const [dataDir = '', task] = process.argv.slice(2);
const server = await startEmbedded({ dataDir });
process.stdout.write(`${server.pid()}\n`);

if (task === 'write') {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS answered (id bigint PRIMARY KEY)');
  for (;;) {
    const { rows } = await client.query<{ id: string }>(
      'INSERT INTO answered (id) SELECT coalesce(max(id), 0) + 1 FROM answered RETURNING id',
    );
    process.stdout.write(`${rows[0]?.id}\n`);
  }
}
