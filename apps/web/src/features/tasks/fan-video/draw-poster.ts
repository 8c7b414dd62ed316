/** The longest edge of a poster, in pixels. */
const mostEdge = 720;
/** A first picture is often black; a moment later it is not. */
const atSeconds = 1;
const mostMs = 10_000;

/**
 * Draws one picture of a video as a JPEG. Nothing where the browser cannot: a poster is a help for whoever looks, and a
 * video may be sent without.
 */
export async function drawPoster(url: string): Promise<Blob | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const seeked = happened(video, 'seeked');
    const ready = happened(video, 'loadeddata');
    video.src = url;
    await ready;
    const { duration } = video;
    video.currentTime = Number.isFinite(duration) ? Math.min(atSeconds, duration / 2) : atSeconds;
    await seeked;
    return await pictureOf(video);
  } catch {
    return undefined;
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No ${name} within ${mostMs} ms`)), mostMs);
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    video.addEventListener(name, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error('The video cannot be played'))),
      { once: true },
    );
  });
}

function pictureOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth: width, videoHeight: height } = video;
  const scale = Math.min(1, mostEdge / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.85));
}
