import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { createServerKeys } from '#/config/server-keys.ts';
import type { DB } from '#/db/schema.ts';
import { Refusal } from '#/errors.ts';
import type { Operator } from '#/http/caller.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { takeUploads } from '#/http/uploads.ts';
import { redraw } from '#/lib/redraw-picture.ts';
import { createSemaphore } from '#/lib/turns.ts';
import { recordInAuditLog } from '#/modules/operators/index.ts';
import { credit } from '#/modules/points/index.ts';
import { claimKey, takeFromBudget } from '#/modules/tasks/claims.store.ts';
import type { SocialAccounts } from '#/modules/tasks/completion-check.ts';
import { notifyOfPayment, notifyOfRefusal } from '#/modules/tasks/notify-of-rewards.ts';
import type { Services } from '#/services.ts';
import { enqueueVideoRemoval } from './video-jobs.ts';
import { readMyVideos, readReviewedVideos, readVideoLimits } from './videos.view.ts';
import { openVideoStorage } from './open-video-storage.ts';
import { createVideoLinks, serveVideos, type VideoLinks } from './serve-video.ts';
import { uploadRoutes } from './upload.routes.ts';
import type { VideoStorage } from './video-storage.ts';
import { type FanVideo, stateTexts, undecidedStates } from './video.rules.ts';
import { acceptVideo, findVideo, insertReward, lockVideo, markPoster, moveVideo, refuseVideo } from './videos.store.ts';

/** Registers the routes of fan videos: fans' own, and reviews for operators. */
export function videoRoutes(
  server: FastifyInstance,
  given: Pick<Services, 'db' | 'settings' | 'log' | 'clock' | 'metrics'> & { readonly social: SocialAccounts },
): void {
  const storage = openVideoStorage(given.settings, given.log, given.metrics.videoStorageFailures);
  const links = createVideoLinks(createServerKeys(given.settings.serverSecret));
  const services = { ...given, storage, links };

  handle(server, 'POST /task/api/v1/fanVideo/getVideoLimits', ({ fan, language, receivedAt }) =>
    readVideoLimits(services, { fanId: fan.id, language, at: receivedAt }),
  );
  handle(server, 'POST /task/api/v1/fanVideo/getMyVideos', ({ fan, body, language, receivedAt }) =>
    readMyVideos(services.db, { fanId: fan.id, ...body, storage, links, language, at: receivedAt }),
  );
  handle(server, 'POST /task/api/v1/fanVideo/withdraw', async ({ fan, body }) => {
    await withdrawVideo(services, { fanId: fan.id, videoId: body.videoId });
    return { videoId: body.videoId };
  });
  takeUploads(server, (uploads) => {
    handle(
      uploads,
      'POST /task/api/v1/fanVideo/setPoster',
      async ({ fan, body: { videoId }, upload, receivedAt }) => {
        await setPoster(services, { fanId: fan.id, videoId, file: upload });
        return { videoId, posterUrl: links.linkTo(videoId, 'poster', receivedAt) };
      },
      { rate: 'tight' },
    );
  });
  uploadRoutes(server, services, storage);
  serveVideos(server, services);
  reviewRoutes(server, services);
}

function reviewRoutes(
  server: FastifyInstance,
  { db, links }: Pick<Services, 'db'> & { readonly links: VideoLinks },
): void {
  handle(server, 'GET /operator/api/v1/videos/list', ({ query, language }) =>
    readReviewedVideos(db, { ...query, language }),
  );
  handle(server, 'GET /operator/api/v1/videos/file', async ({ query: { videoId }, receivedAt }) => {
    const video = await findVideo(db, videoId);
    if (!video?.container || video.state === 'refused' || video.state === 'withdrawn') {
      throw new Refusal('VIDEO_NOT_FOUND');
    }
    return {
      videoUrl: links.linkTo(videoId, 'video', receivedAt),
      posterUrl: video.hasPoster ? links.linkTo(videoId, 'poster', receivedAt) : null,
      expiresAt: links.expiryAt(receivedAt).toISOString(),
    };
  });
  handleOnce(server, 'POST /operator/api/v1/videos/accept', async (tx, { operator, body, receivedAt }) => {
    const points = await acceptReviewed(tx, { ...body, operator, at: receivedAt });
    return { videoId: body.videoId, points };
  });
  handle(server, 'POST /operator/api/v1/videos/refuse', async ({ operator, body, receivedAt }) => {
    await db.transaction().execute((tx) => refuseReviewed(tx, { ...body, operator, at: receivedAt }));
    return { videoId: body.videoId };
  });
}

/** The longest edge of a stored poster in pixels. */
const posterEdge = 720;

/** Each holds a database connection while the storage works, and other calls need some. */
const inTurn = createSemaphore(4, 20);

/**
 * Sets the poster of a fan's own video, re-encoded. The browser takes it from the video; reviewers see both.
 * @throws Refusal VIDEO_NOT_FOUND, VIDEO_MOVED_ON, PICTURE_UNREADABLE, PICTURE_TOO_MANY_PIXELS, OVERLOADED, or
 * SERVICE_UNAVAILABLE while the storage is away
 */
async function setPoster(
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
async function withdrawVideo(
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

type Decision = {
  readonly videoId: string;
  readonly operator: Operator;
  /** The reason for the audit log; for a refusal also shown to the fan. */
  readonly why: string;
  readonly at: Date;
};

/**
 * Accepts a video and pays its promised reward, unless the task's occurrence was paid before. Concurrent calls meet at the
 * video's row; two videos of one occurrence meet at the reward's row.
 * @returns the paid Points; 0 if paid before
 */
async function acceptReviewed(tx: Transaction<DB>, decision: Decision): Promise<number> {
  const { videoId, at } = decision;
  const video = await lockInReview(tx, videoId);
  await acceptVideo(tx, videoId, at);
  const points = await payReward(tx, video, at);
  await note(tx, decision, { action: 'videos/accept', after: { state: 'accepted', points } });
  return points;
}

/** Refuses a video. The fan sees why; the file is deleted. */
async function refuseReviewed(tx: Transaction<DB>, decision: Decision): Promise<void> {
  const { videoId, why, at } = decision;
  const { fanId, taskId } = await lockInReview(tx, videoId);
  await refuseVideo(tx, videoId, { from: 'inReview', fault: 'review', words: why }, at);
  const reason = { en_US: why, zh_TW: why };
  await notifyOfRefusal(tx, { fanId, taskId, subject: `video:${videoId}`, reason, at });
  await enqueueVideoRemoval(tx, videoId);
  await note(tx, decision, { action: 'videos/refuse', after: { state: 'refused' } });
}

async function lockInReview(tx: Transaction<DB>, videoId: string): Promise<FanVideo> {
  const video = await lockVideo(tx, videoId);
  if (!video || video.state === 'withdrawn') throw new Refusal('VIDEO_NOT_FOUND');
  if (video.state !== 'inReview') throw new Refusal('VIDEO_MOVED_ON', { state: stateTexts[video.state] });
  return video;
}

async function payReward(tx: Transaction<DB>, video: FanVideo, at: Date): Promise<number> {
  const { fanId, taskId, occurrence, reward } = video;
  const key = claimKey({ fanId, taskId, occurrence });
  if (!(await insertReward(tx, video, key, at))) return 0;
  await takeFromBudget(tx, { taskId, points: reward });
  await credit(tx, {
    key,
    receivedAt: at,
    fanId,
    asset: 'POINT',
    amount: reward,
    pool: { kind: 'issue', name: 'tasks' },
    reason: 'video_reward',
  });
  await notifyOfPayment(tx, { fanId, taskId, subject: `video:${video.id}`, points: reward, at });
  return reward;
}

function note(
  tx: Transaction<DB>,
  { operator, videoId, why, at }: Decision,
  { action, after }: { action: string; after: object },
): Promise<void> {
  return recordInAuditLog(tx, {
    operator,
    action,
    subject: `video:${videoId}`,
    why,
    before: { state: 'inReview' },
    after,
    at,
  });
}
