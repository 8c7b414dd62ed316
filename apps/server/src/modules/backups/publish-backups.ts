import { Gauge, type Registry } from 'prom-client';
import type { Pool } from 'pg';
import { machineClock, systemClock } from '#/lib/clock.ts';
import { readForScrapes } from '#/lib/scrape-reading.ts';
import type { Log } from '#/log.ts';
import { type BackupTimes, readBackupTimes } from './backups.view.ts';

/**
 * Publishes how old the last backup and the last drill are that succeeded. Of several workers the supervisor publishes it, once
 * for all.
 */
export function publishBackups(registry: Registry, pool: Pool, log: Log): void {
  const times = readForScrapes(
    machineClock,
    () => readBackupTimes(pool),
    (error) => log.warn({ err: error }, 'the times of backups could not be read'),
  );
  const gauge = (kind: keyof BackupTimes, help: string) =>
    new Gauge({
      name: `lightstick_${kind}_age_seconds`,
      help,
      registers: [registry],
      collect() {
        const known = times.last();
        // Unknown is neither new nor missing.
        this.set(known ? ageSeconds(known[kind]) : Number.NaN);
      },
    });
  gauge('backup', 'How long ago the last successful backup ended; +Inf without one.');
  gauge('drill', 'How long ago the last backup was restored and checked successfully; +Inf without one.');
}

/** Runs are recorded by the command line, which has the time of the machine. */
function ageSeconds(at: Date | null): number {
  return at ? (systemClock.now().getTime() - at.getTime()) / 1000 : Number.POSITIVE_INFINITY;
}
