import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream/promises';
import { MemoryLocker, Server, Upload } from '@tus/server';
import { videoUploadPath } from '@lightstick/contract';
import type { Services } from '#/services.ts';
import { findVideo } from './videos.store.ts';
import { finishUpload } from './video-jobs.ts';
import type { FindUpload, VideoStorage } from './video-storage.ts';
import { machineClock } from '#/lib/clock.ts';

/** A part waits this long for another part of the upload, usually of a broken connection, to release the lock. */
const lockWaitMs = 5_000;
const lockDrainMs = 500;

/**
 * Runs a request of the tus protocol for a video with a row. Resolves to true when the answer is sent, to false when the
 * client has left.
 */
export type TusServer = (videoId: string, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Creates the tus protocol over the video storage: beginning and continuing an upload, and asking for its offset.
 * Ownership and limits are checked before. The video's row describes the upload.
 */
export async function createTusServer(
  services: Pick<Services, 'db' | 'settings' | 'log'>,
  storage: VideoStorage,
): Promise<TusServer> {
  const { db, settings, log } = services;
  const videoIds = new WeakMap<IncomingMessage, string>();
  const datastore = await storage.openUploads(uploadFinder(db));

  const idOf = ({ runtime }: TusRequest): string => {
    const videoId = runtime?.node?.req && videoIds.get(runtime.node.req as IncomingMessage);
    if (!videoId) throw new Error('A request has reached the tus server on another way than its routes');
    return videoId;
  };

  const server = new Server({
    path: videoUploadPath,
    datastore,
    locker: new MemoryLocker({ acquireLockTimeout: lockWaitMs }),
    lockDrainTimeout: lockDrainMs,
    maxSize: settings.fanVideos.maxBytes,
    relativeLocation: true,
    // No other site may upload: without an allowed origin no answer grants access.
    allowedOrigins: [],
    namingFunction: idOf,
    getFileIdFromRequest: idOf,
    async onUploadFinish(_request, { id }) {
      await finishUpload(services, id);
      return {};
    },
    onResponseError(_request, error) {
      const status = 'status_code' in error ? error.status_code : 500;
      if (status >= 500) log.error({ err: error }, 'a part of a video could not be taken');
      return undefined;
    },
  });

  return async (videoId, request, response) => {
    if (response.destroyed) return false;
    videoIds.set(request, videoId);
    // The library waits until its answer is sent, which Node never reports for a broken connection.
    const sent = finished(response).then(
      () => true,
      () => false,
    );
    const giveUp = (error: unknown) => {
      log.error({ err: error }, 'a part of a video could not be taken');
      refuseForNow(response);
    };
    // The library also never gives up on a disk that hangs.
    const patience = machineClock.after(settings.videoPartMs, () => giveUp(new Error('The storage does not answer')));
    server.handle(request, response).catch(giveUp);
    return sent.finally(() => patience.cancel());
  };
}

/** Asks for the part again on another connection: how much of this one was read is unknown. */
function refuseForNow(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(503, { connection: 'close', 'retry-after': '2' }).end();
}

type TusRequest = Parameters<NonNullable<ConstructorParameters<typeof Server>[0]['namingFunction']>>[0];

/** Finds an upload by the video's row, which has what the library would keep in a file beside it. */
function uploadFinder(db: Services['db']): FindUpload {
  return async (videoId) => {
    const video = await findVideo(db, videoId);
    if (video?.state !== 'uploading') return undefined;
    return new Upload({
      id: video.id,
      size: video.sizeBytes,
      offset: 0,
      metadata: { taskId: video.taskId, title: video.title, filename: video.fileName, agreed: 'yes' },
      creation_date: video.begunAt.toISOString(),
    });
  };
}
