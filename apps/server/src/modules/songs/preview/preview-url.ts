/** Raise it whenever the sound changes: previews are answered as immutable, so a changed one needs a new address. */
const previewVersion = 'v1';

/** The address of the preview of a song's seed, relative to the site. */
export function previewUrl(seed: string): string {
  return `/art/${previewVersion}/previews/${seed}.wav`;
}
