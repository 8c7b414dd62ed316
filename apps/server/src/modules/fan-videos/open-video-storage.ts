import type { Settings } from '#/config.ts';
import type { Metrics } from '#/http/metrics.ts';
import type { Log } from '#/log.ts';
import { openFolderStorage } from './folder-storage.ts';
import { openS3Storage } from './s3/s3-storage.ts';
import type { VideoStorage } from './video-storage.ts';

/** Opens the storage that the settings name. Nothing is read or written before it is used. `failures` counts those of a bucket. */
export function openVideoStorage(
  settings: Pick<Settings, 'dataDir' | 'videoS3' | 'videoStorageMs'>,
  log: Log,
  failures?: Metrics['videoStorageFailures'],
): VideoStorage {
  const { dataDir, videoS3: s3, videoStorageMs: answerMs } = settings;
  return s3 ? openS3Storage({ ...s3, answerMs }, { dataDir, log, failures }) : openFolderStorage(dataDir);
}
