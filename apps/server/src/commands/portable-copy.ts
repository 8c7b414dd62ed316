import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Pool } from 'pg';
import packageJson from '../../../../package.json' with { type: 'json' };
import { adviseOnLogin } from '#/db/open-database.ts';
import type { Manifest, Part, Progress } from '#/db/portable/contents.ts';
import { exportDatabase } from '#/db/portable/export-database.ts';
import { importDatabase } from '#/db/portable/import-database.ts';
import { installQueue } from '#/jobs/queue.ts';
import { systemClock } from '#/lib/clock.ts';
import { createLog } from '#/log.ts';
import { checkInvariants, describeViolations, readLedgerSums } from '#/modules/points/index.ts';
import { projectRoot } from './settings-file.ts';

const run = promisify(execFile);

/** Reads the whole database as the parts of a portable backup. */
export async function* copyOut(pool: Pool, onProgress?: (progress: Progress) => void): AsyncGenerator<Part> {
  yield* exportDatabase(pool, {
    release: { version: packageJson.version, commit: await readCommit() },
    now: systemClock.now(),
    readSums: readLedgerSums,
    onProgress,
  });
}

/** Loads such parts into an empty database. */
export function copyIn(
  pool: Pool,
  parts: AsyncIterable<Part>,
  options: { readonly keepSchema?: boolean } = {},
): Promise<Manifest> {
  return importDatabase(pool, parts, {
    ...options,
    readSums: readLedgerSums,
    installQueue: () => installQueue(pool, createLog('silent')),
  }).catch(adviseOnLogin);
}

/** Returns the commit of the release; null where it is no clone. */
async function readCommit(): Promise<string | null> {
  return run('git', ['rev-parse', 'HEAD'], { cwd: projectRoot }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/**
 * Judges the ledger after rows or a schema changed.
 * @returns how many invariants hold, and a line for each row that breaks one
 */
export async function judgeLedger(
  pool: Pool,
): Promise<{ readonly holding: number; readonly broken: string | undefined }> {
  const { checked, violations } = await checkInvariants(pool);
  const broken = violations.length > 0 ? describeViolations(violations) : undefined;
  return { holding: checked.length - violations.length, broken };
}
