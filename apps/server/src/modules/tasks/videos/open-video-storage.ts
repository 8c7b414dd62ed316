import type { Settings } from '#/config/settings.ts';
import type { Metrics } from '#/http/metrics.ts';
import type { Log } from '#/log.ts';
import { openFolderStorage } from './folder-storage.ts';
import { probeBucket } from './s3/probe-bucket.ts';
import { openS3Storage } from './s3/s3-storage.ts';
import { forgetWorkFiles } from './work-file.ts';
import type { Services } from '#/services.ts';
import type { VideoStorage } from './video-storage.ts';
import { machineClock } from '#/lib/clock.ts';

/** Opens the settings' storage. Nothing is read or written before its use. `failures` counts those of a bucket. */
export function openVideoStorage(
  settings: Pick<Settings, 'dataDir' | 'videoS3' | 'videoStorageMs'>,
  log: Log,
  failures?: Metrics['videoStorageFailures'],
): VideoStorage {
  const { dataDir, videoS3: s3, videoStorageMs: answerMs } = settings;
  return s3 ? openS3Storage({ ...s3, answerMs }, { dataDir, log, failures }) : openFolderStorage(dataDir);
}

/**
 * Deletes leftovers of dead processes, and tests the settings' bucket, if any. Failures are logged and do not stop the
 * start, because votes need no bucket.
 */
export async function tryVideoStorage({ settings, log }: Pick<Services, 'settings' | 'log'>): Promise<void> {
  const { videoS3, videoStorageMs: answerMs, dataDir } = settings;
  await forgetWorkFiles(dataDir, { now: machineClock.now(), log });
  if (videoS3) await probeBucket({ ...videoS3, answerMs }, log);
}
