import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import { redraw } from '#/pictures/redraw.ts';
import type { Services } from '#/services.ts';
import { createTurns } from '#/turns.ts';
import { lockVideo, markPoster } from './fan-videos.store.ts';
import type { VideoStorage } from './video-storage.ts';
import { stateWords } from './video-words.ts';
import { undecidedStates } from './video.rules.ts';

/** The longest edge of a poster as it is kept, in pixels. */
const posterEdge = 720;

/** Each holds a connection to the database for as long as the storage takes, and others need some meanwhile. */
const inTurn = createTurns(4, 20);

/**
 * Gives a fan's own video the picture that stands for it until it plays, drawn anew. The browser took it from the video;
 * a fan who sends another one shows it to the reviewers, who see the video beside it.
 *
 * @throws Refusal VIDEO_NOT_FOUND, VIDEO_MOVED_ON, PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS, or OVERLOADED while the
 * storage is away
 */
export async function setPoster(
  { db, storage }: Pick<Services, 'db'> & { storage: VideoStorage },
  { fanId, videoId, file }: { fanId: number; videoId: string; file: Uint8Array },
): Promise<void> {
  const picture = await redraw(file, (upright) =>
    upright.resize(posterEdge, posterEdge, { fit: 'inside', withoutEnlargement: true }),
  );
  const keep = async (tx: Transaction<DB>) => {
    const video = await lockVideo(tx, videoId);
    if (video?.fanId !== fanId || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
    if (!undecidedStates.some((state) => state === video.state)) {
      throw new Refusal('VIDEO_MOVED_ON', { state: stateWords[video.state] });
    }
    await storage.keepPoster(videoId, picture);
    await markPoster(tx, videoId);
  };
  await inTurn(() => db.transaction().execute(keep));
}
