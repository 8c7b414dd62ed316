import type { Services } from '#/services.ts';
import { probeBucket } from './s3/probe-bucket.ts';
import { forgetWorkFiles } from './work-file.ts';

/**
 * Tidies up after processes that died, and tries the bucket of the settings, if there is one, before fans do. Whatever fails is told in the log
 * and ends no start, because votes need no bucket.
 */
export async function tryVideoStorage({ settings, log }: Pick<Services, 'settings' | 'log'>): Promise<void> {
  const { videoS3, videoStorageMs: answerMs, dataDir } = settings;
  await forgetWorkFiles(dataDir, { now: new Date(), log });
  if (videoS3) await probeBucket({ ...videoS3, answerMs }, log);
}
