import type { prepareUpload, RunningUpload, UploadListener, VideoToSend } from './tus-upload.ts';

/**
 * An upload that is usable during its preparation: it starts when prepared if still wanted, waits when paused, and never
 * starts when abandoned.
 */
export function uploadInPreparation(
  video: VideoToSend,
  listener: UploadListener,
  prepare: typeof prepareUpload = prepareWithTus,
): RunningUpload {
  let isWanted = false;
  let ready: RunningUpload | undefined;
  const go = () => {
    isWanted = true;
    ready?.go();
  };
  const become = (upload: RunningUpload) => {
    ready = upload;
    if (isWanted) upload.go();
  };
  prepare(video, listener).then(become, (error: unknown) =>
    become({ go: () => listener.onRefused(error as Error), pause: () => undefined }),
  );
  return {
    go,
    pause: () => {
      isWanted = false;
      ready?.pause();
    },
  };
}

async function prepareWithTus(video: VideoToSend, listener: UploadListener): Promise<RunningUpload> {
  const tus = await import('./tus-upload.ts');
  return await tus.prepareUpload(video, listener);
}
