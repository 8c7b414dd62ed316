import { execFile } from 'node:child_process';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbedded } from '#/db/embedded/index.ts';

const run = promisify(execFile);

/**
 * Makes a streaming replica of a running embedded server and starts it: a base backup as `pg_basebackup` makes one, which the
 * embedded programs lack. As that, it copies the files while the server goes on, and the log makes them whole.
 *
 * @param primaryDir the primary's data folder
 * @param dataDir the replica's, which must be empty
 */
export async function startStandby(
  primary: EmbeddedPostgres,
  { primaryDir, dataDir, settings }: { primaryDir: string; dataDir: string; settings: Record<string, string> },
): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres');
  const cluster = join(home, 'cluster');
  await mkdir(dataDir, { recursive: true });
  const client = new pg.Client({ connectionString: primary.ownerUrl });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    // With owners and modes, because PostgreSQL runs as an account of its own under root.
    await copyWhileItRuns(join(primaryDir, 'postgres'), home);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  for (const name of ['cluster/postmaster.pid', 'cluster/postmaster.opts', 'owner.lock']) {
    await rm(join(home, name), { force: true });
  }
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${primary.socketDir} user=lightstick_owner application_name=standby'\n`,
  );
  // Files that root has added are the account's too.
  await run('chown', ['-R', '--reference', join(cluster, 'PG_VERSION'), home]);
  return startEmbedded({ dataDir, settings });
}

/**
 * Copies a folder again when the server removes a file during the copy: the log does not need that file, but it ends
 * the copying.
 */
async function copyWhileItRuns(from: string, to: string): Promise<void> {
  const copied = () => run('cp', ['-a', from, to]);
  await copied().catch(async () => {
    await rm(to, { recursive: true, force: true });
    await copied();
  });
}
