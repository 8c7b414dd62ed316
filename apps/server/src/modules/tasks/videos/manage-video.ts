import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { redraw } from '#/lib/redraw-picture.ts';
import type { Services } from '#/services.ts';
import { createSemaphore } from '#/lib/semaphore.ts';
import { enqueueVideoRemoval } from './finish-upload.ts';
import type { VideoStorage } from './video-storage.ts';
import { stateTexts } from './video-texts.ts';
import { undecidedStates } from './video.rules.ts';
import { lockVideo, markPoster, moveVideo } from './videos.store.ts';

/** The longest edge of a stored poster in pixels. */
const posterEdge = 720;

/** Each holds a database connection while the storage works, and other calls need some. */
const inTurn = createSemaphore(4, 20);

/**
 * Sets the poster of a fan's own video, re-encoded. The browser takes it from the video; reviewers see both.
 * @throws Refusal VIDEO_NOT_FOUND, VIDEO_MOVED_ON, PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS, OVERLOADED, or
 * SERVICE_UNAVAILABLE while the storage is away
 */
export async function setPoster(
  { db, storage }: Pick<Services, 'db'> & { storage: VideoStorage },
  { fanId, videoId, file }: { fanId: number; videoId: string; file: Uint8Array },
): Promise<void> {
  const picture = await redraw({ file, field: 'poster' }, (upright) =>
    upright.resize(posterEdge, posterEdge, { fit: 'inside', withoutEnlargement: true }),
  );
  const keep = async (tx: Transaction<DB>) => {
    const video = await lockVideo(tx, videoId);
    if (video?.fanId !== fanId || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
    if (!undecidedStates.some((state) => state === video.state)) {
      throw new Refusal('VIDEO_MOVED_ON', { state: stateTexts[video.state] });
    }
    await storage.keepPoster(videoId, picture);
    await markPoster(tx, videoId);
  };
  await inTurn(() => db.transaction().execute(keep));
}

/**
 * Withdraws a fan's video for good, in any state. A payment stays, and is not repeated.
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
