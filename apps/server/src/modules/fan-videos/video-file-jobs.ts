import type { Job } from '#/jobs/job.ts';
import type { Services } from '#/services.ts';
import { deleteWithdrawn, heldAmong, listExpired } from './fan-videos.store.ts';
import { giveUpUpload, removalJob, videoPayload } from './finish-upload.ts';
import { openVideoStorage } from './open-video-storage.ts';

const hourMs = 60 * 60_000;
/** Longer than a file can be there before a row holds it, an answer be on its way, or a file be half written. */
const graceMs = hourMs;
/** Withdrawn videos count among their day's; two days later no time zone has that day any more. */
const withdrawnKeptMs = 48 * hourMs;
const atOnce = 200;

/** Deletes the files of videos that were refused, withdrawn or erased. */
export function removeVideoFilesJob({ settings, log, metrics }: Pick<Services, 'settings' | 'log' | 'metrics'>): Job {
  const storage = openVideoStorage(settings, log, metrics.videoStorageFailures);
  return { name: removalJob, run: (payload) => storage.remove(videoPayload.parse(payload).videoId) };
}

/** Gives up uploads that were not finished within their day, or of which no part has come for hours, with what has arrived of them. */
export function expireUploadsJob({ db, clock }: Pick<Services, 'db' | 'clock'>): Job {
  return {
    name: 'expire-fan-videos',
    schedule: '*/10 * * * *',
    async run() {
      await deleteWithdrawn(db, new Date(clock.now().getTime() - withdrawnKeptMs));
      for (;;) {
        const expired = await listExpired(db, clock.now(), atOnce);
        for (const videoId of expired) await giveUpUpload({ db }, videoId);
        if (expired.length < atOnce) return;
      }
    },
  };
}

/** Deletes files that no video holds, and half-written ones: of a process that died before it deleted or finished them. */
export function sweepVideoFilesJob({
  db,
  clock,
  settings,
  log,
  metrics,
}: Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'metrics'>): Job {
  const storage = openVideoStorage(settings, log, metrics.videoStorageFailures);

  async function removeUnheld(videoIds: ReadonlySet<string>): Promise<void> {
    if (videoIds.size === 0) return;
    const held = await heldAmong(db, [...videoIds]);
    for (const videoId of videoIds) if (!held.has(videoId)) await storage.remove(videoId);
  }

  return {
    name: 'sweep-fan-videos',
    schedule: '35 * * * *',
    async run() {
      const forgotten = new Date(clock.now().getTime() - graceMs);
      await storage.removeBegun(forgotten);
      let videoIds = new Set<string>();
      for await (const videoId of storage.olderThan(forgotten)) {
        videoIds.add(videoId);
        if (videoIds.size < atOnce) continue;
        await removeUnheld(videoIds);
        videoIds = new Set();
      }
      await removeUnheld(videoIds);
    },
  };
}
