import { upload } from '#/lib/api/upload.ts';
import { drawPoster } from './draw-poster.ts';

const posterRoute = 'POST /task/api/v1/fanVideo/setPoster';

/** Nobody has to wait for the poster, and a video is as good without one, so its failure is told to nobody. */
export async function sendPoster(videoId: string, file: Blob): Promise<void> {
  // An address of its own: that of the preview is gone once the last bytes are sent, which may be sooner.
  const address = URL.createObjectURL(file);
  const poster = await drawPoster(address).finally(() => URL.revokeObjectURL(address));
  if (!poster) return;
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  await upload(posterRoute, { upload: poster, body: { videoId } }, options).catch(() => undefined);
}
