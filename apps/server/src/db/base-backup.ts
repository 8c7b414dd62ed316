import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import pg from 'pg';

/** The database refuses a base backup; the message says what to set. */
export class BaseBackupRefused extends Error {
  override readonly name = 'BaseBackupRefused';
}

type BaseBackup = {
  /** Where the log must begin that a restore replays, such as `0/2000028`. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** PostgreSQL's own list of the files with their checksums, which `pg_verifybackup` reads. */
  readonly manifest: Buffer;
};

/** The parts of a connection that the library's types omit. */
type Inside = {
  readonly connection: {
    readonly stream: Socket;
    on(event: 'copyData', receive: (message: { readonly chunk: Buffer }) => void): void;
  };
};

/**
 * Copies the files of a running cluster, with the log that makes them consistent, by the replication protocol of PostgreSQL 15
 * and later (https://www.postgresql.org/docs/current/protocol-replication.html).
 * @param url a superuser, as the owner of an embedded database is
 * @param take reads the tar of the data directory to its end
 * @throws BaseBackupRefused
 */
export async function takeBaseBackup(url: string, take: (tar: Readable) => Promise<void>): Promise<BaseBackup> {
  const client = new pg.Client({ connectionString: url, replication: 'true', keepAlive: true } as pg.ClientConfig);
  // A cut connection also fails the query, which tells of it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Keeps the log since the last checkpoint until this connection ends, however long the copy takes.
    await client.query(
      `CREATE_REPLICATION_SLOT "lightstick_backup_${randomBytes(4).toString('hex')}" TEMPORARY PHYSICAL RESERVE_WAL`,
    );
    return await copyCluster(client, take);
  } catch (error) {
    throw adviceOn(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function copyCluster(client: pg.Client, take: (tar: Readable) => Promise<void>): Promise<BaseBackup> {
  const { connection } = client as unknown as Inside;
  const { stream } = connection;
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  const manifest: Buffer[] = [];
  let isManifest = false;
  tar.on('drain', () => stream.resume());
  connection.on('copyData', ({ chunk }) => {
    const [kind, content] = [chunk[0], chunk.subarray(1)];
    if (kind === newArchive || kind === manifestBegins) isManifest = kind === manifestBegins;
    // The driver reuses the memory of a message.
    else if (kind === bytes && isManifest) manifest.push(Buffer.from(content));
    else if (kind === bytes && !tar.write(Buffer.from(content))) stream.pause();
  });
  const copying = client
    .query("BASE_BACKUP (LABEL 'lightstick', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', TARGET 'client')")
    .then((results) => {
      tar.end();
      return results as unknown as readonly pg.QueryResult<{ recptr: string }>[];
    });
  copying.catch((error: Error) => tar.destroy(error));
  const taking = take(tar).catch((error: unknown) => {
    // The reader has left, so the rest of the copy would wait for ever.
    stream.destroy();
    throw error;
  });
  const [copied, taken] = await Promise.allSettled([copying, taking]);
  if (copied.status === 'rejected')
    throw taken.status === 'rejected' ? firstCause(taken.reason, copied.reason) : copied.reason;
  if (taken.status === 'rejected') throw taken.reason;
  const positions = copied.value.flatMap(({ rows }) => rows).filter(({ recptr }) => recptr !== undefined);
  return {
    startsAt: positions.at(0)?.recptr ?? '',
    endsAt: positions.at(-1)?.recptr ?? '',
    manifest: Buffer.concat(manifest),
  };
}

const [newArchive, manifestBegins, bytes] = ['n', 'm', 'd'].map((letter) => letter.charCodeAt(0));

/** Returns what the database said, unless the reader ended first and so cut the connection. */
function firstCause(ofReader: unknown, ofDatabase: unknown): unknown {
  return ofDatabase instanceof Error && 'code' in ofDatabase && 'severity' in ofDatabase ? ofDatabase : ofReader;
}

/** SQLSTATEs: settings of the server that are wrong, too many connections. */
const refusals: Readonly<Record<string, string>> = {
  '55000':
    'The database keeps too little for a base backup: set wal_level = replica, max_wal_senders and ' +
    'max_replication_slots of at least 2, and restart it.',
  '53300':
    'The database has no connection left for a base backup: raise max_wal_senders. A portable backup needs none.',
};

function adviceOn(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const refusal = refusals[code];
  return refusal === undefined ? error : new BaseBackupRefused(refusal, { cause: error });
}
