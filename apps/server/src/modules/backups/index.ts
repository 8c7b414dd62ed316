import { Gauge } from 'prom-client';
import type { Module, Services } from '#/services.ts';
import { readBackupTimes, type BackupTimes } from './backups.view.ts';

export { BackupRefused } from '#/db/portable/contents.ts';
export { backUpBeforeMigrations, takeBackupBefore } from './before-migrations.ts';
export { drill } from './drill.ts';
export { type EraseAgain, eraseListed } from './erase-and-judge.ts';
export { holdPlatform, readHold, reopenPlatform } from './hold.store.ts';
export { adoptCopy, copyIn, copyOut } from './portable-copy.ts';
export { whyFixed } from './put-in-place.ts';
export { restoreBackup } from './restore-backup.ts';
export { restoreToDatabase } from './restore-to-database.ts';
export { exportBackup, takeBackup } from './take-backup.ts';
export { watchHold } from './watch-hold.ts';

/** Shows how old the last backup and the last drill are that succeeded; without one the platform never had any. */
function gaugeBackups({ pool, clock, log, metrics }: Pick<Services, 'pool' | 'clock' | 'log' | 'metrics'>): void {
  let times: BackupTimes | undefined;
  const read = async () => {
    times = await readBackupTimes(pool);
  };
  const gauge = (kind: keyof BackupTimes, help: string) =>
    new Gauge({
      name: `lightstick_${kind}_age_seconds`,
      help,
      registers: [metrics.registry],
      // Every process reports the same number, so they must not be added up.
      aggregator: 'max',
      collect() {
        this.set(times ? ageSeconds(times[kind], clock.now()) : Number.NaN);
        // Read for the next scrape: the other metrics must not wait for the database.
        read().catch((error: unknown) => log.warn({ err: error }, 'the times of backups could not be read'));
      },
    });
  gauge('backup', 'How long ago the last successful backup ended; +Inf without one.');
  gauge('drill', 'How long ago the last backup was restored and checked successfully; +Inf without one.');
}

function ageSeconds(at: Date | null, now: Date): number {
  return at ? (now.getTime() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
}

export const backups = {
  routes(_server, services) {
    gaugeBackups(services);
  },
} satisfies Module;
