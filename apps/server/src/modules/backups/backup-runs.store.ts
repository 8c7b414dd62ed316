import type { Pool } from 'pg';

/** A backup or a drill as it ended. */
export type BackupRun = {
  readonly kind: 'backup' | 'drill';
  readonly begunAt: Date;
  readonly endedAt: Date;
  readonly fileName: string | null;
  readonly bytes: number | null;
  readonly failure: string | null;
};

const longestFailure = 2000;

/** Records a run, unless the database is of a release that has no such table yet. */
export async function recordRun(ownerPool: Pool, run: BackupRun): Promise<void> {
  const { rows } = await ownerPool.query<{ exists: boolean }>(
    "SELECT to_regclass('public.backup_run') IS NOT NULL AS exists",
  );
  if (!rows[0]?.exists) return;
  await ownerPool.query(
    `INSERT INTO backup_run (kind, begun_at, ended_at, file_name, bytes, failure)
     VALUES ($1, $2::timestamptz, greatest($2::timestamptz, $3), $4, $5, $6)`,
    [run.kind, run.begunAt, run.endedAt, run.fileName, run.bytes, run.failure?.slice(0, longestFailure) ?? null],
  );
}
