/** The page of one song. */
export function songPath(songId: string): string {
  return `/snh48vote/song-detail?songId=${encodeURIComponent(songId)}`;
}
