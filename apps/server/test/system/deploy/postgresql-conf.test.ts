import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { parseSettings } from '#/config/settings.ts';
import { startEmbedded } from '#/db/embedded/index.ts';
import { killPrograms, startProgram } from '../process/start-program.ts';
import { createScratchFolder } from '../../world/scratch-folder.ts';

afterEach(killPrograms);

/** A machine for tests has less memory than the one that the file is written for. */
const memoryHere = { shared_buffers: '128MB' };

async function shippedSettings(): Promise<Record<string, string>> {
  const text = await readFile(resolve(import.meta.dirname, '../../../../../deploy/postgresql.conf'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+) = (\S+)$/.exec(line) ?? [];
      if (!name) throw new Error(`"${line}" is no setting`);
      return [name, value];
    }),
  );
}

it('the server runs on a PostgreSQL with the shipped settings, all known and accepted', async () => {
  const shipped = await shippedSettings();
  await using folder = await createScratchFolder();
  const postgres = await startEmbedded({ dataDir: folder.path, settings: { ...shipped, ...memoryHere } });
  try {
    const client = new pg.Client({ connectionString: postgres.ownerUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string; source: string }>(
      'SELECT name, source FROM pg_settings WHERE name = ANY ($1)',
      [Object.keys(shipped)],
    );
    await client.end();
    expect(rows.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual(
      Object.keys(shipped)
        .toSorted()
        .map((name) => ({ name, source: 'command line' })),
    );

    const program = startProgram({ DATABASE_URL: postgres.ownerUrl, DATA_DIR: folder.path });
    const ready = await fetch(`${await program.address()}/readyz`);
    expect(await ready.json()).toEqual({ status: 'ready', failing: [] });
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  } finally {
    await postgres.stop();
  }
});

it('they leave room for the connections of four processes and what comes beside them', async () => {
  const { max_connections: allowed } = await shippedSettings();
  const { databaseConnections } = parseSettings({}, '/');
  expect(Number(allowed)).toBeGreaterThanOrEqual(4 * (databaseConnections + 14) + 40);
});

it('they keep what the durability of a vote needs', async () => {
  expect(await shippedSettings()).toMatchObject({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
});
