/**
 * How long a video is, in seconds, from its first bytes: only the metadata is fetched. 0 where that cannot be told: the
 * address is missing (which is logged), nothing that plays is there, or the video is a stream without an end.
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
