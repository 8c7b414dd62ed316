import { Refusal } from '#/errors.ts';
import type { Services } from '#/services.ts';
import { lockVideo, moveVideo } from './fan-videos.store.ts';
import { enqueueVideoRemoval } from './finish-upload.ts';

/**
 * Takes a fan's video away for good, whatever its state. What was paid for it stays paid, and is not paid again.
 *
 * @throws Refusal VIDEO_NOT_FOUND
 */
export async function withdrawVideo(
  { db }: Pick<Services, 'db'>,
  { fanId, videoId }: { fanId: number; videoId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const video = await lockVideo(tx, videoId);
    if (video?.fanId !== fanId || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
    await moveVideo(tx, videoId, { from: video.state, to: 'withdrawn' });
    await enqueueVideoRemoval(tx, videoId);
  });
}
