/**
 * Returns the length of a video in seconds, from its metadata. 0 if unknown: a missing address (which is logged), an
 * unplayable file, or an endless stream.
 */
export function videoDurationSeconds(url: string | undefined): Promise<number> {
  if (!url) {
    console.log('url not exist');
    return Promise.resolve(0);
  }
  const video = document.createElement('video');
  video.preload = 'metadata';
  return new Promise((resolve) => {
    const tell = (seconds: number) => {
      resolve(Number.isFinite(seconds) ? seconds : 0);
      // A detached video element continues to load until its source is removed.
      video.removeAttribute('src');
      video.load();
    };
    video.addEventListener('loadedmetadata', () => tell(video.duration), { once: true });
    video.addEventListener('error', () => tell(0), { once: true });
    video.src = url;
  });
}
