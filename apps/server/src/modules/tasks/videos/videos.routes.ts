import type { FastifyInstance } from 'fastify';
import { Refusal } from '#/errors.ts';
import { handle, handleOnce } from '#/http/handle.ts';
import { takeUploads } from '#/http/uploads.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { SocialAccounts } from '#/modules/tasks/social-accounts.ts';
import type { Services } from '#/services.ts';
import { findVideo } from './videos.store.ts';
import { readMyVideos, readVideoLimits } from './my-videos.view.ts';
import { acceptReviewed, refuseReviewed } from './review-video.ts';
import { readReviewedVideos } from './reviewed-videos.view.ts';
import { serveVideos, createVideoLinks, type VideoLinks } from './serve-video.ts';
import { setPoster, withdrawVideo } from './manage-video.ts';
import { uploadRoutes } from './upload.routes.ts';
import { openVideoStorage } from './open-video-storage.ts';

/** Routes of fan videos: fans' own, and reviews for operators. */
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
