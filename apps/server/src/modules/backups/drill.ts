import type { Pool } from 'pg';
import { BackupRefused } from '#/db/portable/contents.ts';
import { listBackups } from './backup-files.ts';
import { recordRun } from './backup-runs.store.ts';
import { type RestoreReport, restoreInto, type RestoreWish } from './restore-backup.ts';
import { createTrialFolder } from './trial-folder.ts';

type DrillWish = Omit<RestoreWish, 'file' | 'until' | 'dataDir'> & {
  readonly folder: string;
  /** Keeps the outcome. */
  readonly ownerPool: Pool;
};

export type DrillReport = RestoreReport & { readonly file: string; readonly ageSeconds: number };

/**
 * Restores the newest backup of a folder beside the running platform, checks it as a restore does, and removes it again. The
 * outcome is in the database of the running platform, where metrics and checks of every replica find it.
 * @throws BackupRefused with what is wrong
 */
export async function drill(wish: DrillWish): Promise<DrillReport> {
  const { folder, settings, clock, log, ownerPool } = wish;
  const begunAt = clock.now();
  const [newest] = await listBackups(folder);
  const run = { kind: 'drill', begunAt, fileName: newest?.name ?? null } as const;
  try {
    if (!newest) throw new BackupRefused(`There is no backup in ${folder}.`);
    await using beside = await createTrialFolder(settings.dataDir, 'drill', log);
    const { serverSecret: _, ...report } = await restoreInto(
      beside.path,
      { ...wish, file: newest.path, dataDir: settings.dataDir },
      { isKept: false },
    );
    await recordRun(ownerPool, { ...run, endedAt: clock.now(), bytes: newest.bytes, failure: null });
    const ageSeconds = (begunAt.getTime() - newest.begunAt.getTime()) / 1000;
    return { ...report, file: newest.path, ageSeconds };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    await recordRun(ownerPool, { ...run, endedAt: clock.now(), bytes: null, failure });
    throw error;
  }
}
