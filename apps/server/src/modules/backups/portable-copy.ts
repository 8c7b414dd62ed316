import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ClientBase, Pool } from 'pg';
import { adviseOnLogin } from '#/db/database-refused.ts';
import type { Manifest, Part, Progress } from '#/db/portable/contents.ts';
import { exportDatabase } from '#/db/portable/export-database.ts';
import { importDatabase } from '#/db/portable/import-database.ts';
import { adoptTransactionIds } from '#/db/portable/transaction-ids.ts';
import { installQueue } from '#/jobs/queue.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { readLedgerSums } from '#/modules/points/index.ts';
import packageJson from '../../../../../package.json' with { type: 'json' };
import { holdCopy, type PlatformHold } from './hold.store.ts';

/** Reads the whole database as the parts of a portable copy. */
export async function* copyOut(pool: Pool, onProgress?: (progress: Progress) => void): AsyncGenerator<Part> {
  yield* exportDatabase(pool, {
    release: await readRelease(),
    now: systemClock.now(),
    readSums: readLedgerSums,
    onProgress,
  });
}

type CopyOptions = {
  /** Whether to stop at the schema of the copy. */
  readonly keepSchema?: boolean | undefined;
  /** Comes last in the transaction that loads the copy. */
  readonly beforeCommit?: ((client: ClientBase) => Promise<void>) | undefined;
  /** Hears that the rows are there to stay, whatever fails from now on. */
  readonly afterCommit?: (() => void) | undefined;
};

/** Loads such parts into an empty database. */
export function copyIn(pool: Pool, parts: AsyncIterable<Part>, options: CopyOptions = {}): Promise<Manifest> {
  return importDatabase(pool, parts, {
    ...options,
    readSums: readLedgerSums,
    installQueue: () => installQueue(pool, createLog('silent')),
  }).catch(adviseOnLogin);
}

/**
 * Gives the rows that pg_restore brought from another PostgreSQL ids of transactions of their own, and holds the platform in the
 * same transaction.
 */
export function adoptCopy(ownerPool: Pool, hold: PlatformHold): Promise<void> {
  return adoptTransactionIds(ownerPool, async (client) => {
    await holdCopy(client, hold);
  });
}

const run = promisify(execFile);
const projectRoot = resolve(import.meta.dirname, '../../../../..');

/** Returns the version and the commit of this release; the commit is null where it is neither a clone nor built from one. */
export async function readRelease(root = projectRoot): Promise<Manifest['release']> {
  return { version: packageJson.version, commit: (await commitOfClone(root)) ?? (await commitOfBuild(root)) ?? null };
}

/** A release may lie in the repository of something else. */
async function commitOfClone(root: string): Promise<string | undefined> {
  const asked = run('git', ['rev-parse', '--show-toplevel', 'HEAD'], { cwd: root });
  const [top, commit] = await asked.then(({ stdout }) => stdout.split('\n')).catch(() => []);
  return top === (await realpath(root)) ? commit : undefined;
}

/** An image has no repository, but the build of its web app keeps the first eight digits of the commit. */
async function commitOfBuild(root: string): Promise<string | undefined> {
  const stamp = await readFile(join(root, 'apps/web/dist/version.json'), 'utf8').catch(() => '{}');
  const { commitId } = JSON.parse(stamp) as { commitId?: string };
  return /^[0-9a-f]+$/.test(commitId ?? '') ? commitId : undefined;
}
