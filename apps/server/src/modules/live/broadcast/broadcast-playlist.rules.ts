import type { ListedSegment, ListedSegments } from './broadcasts.store.ts';

/** Players poll once in this time while nothing changes, and begin two of it behind the newest moment. */
const leastTargetSeconds = 2;

type Listed = Pick<ListedSegments, 'segments' | 'discontinuitiesBefore' | 'longest'> & {
  /** No more will follow. */
  readonly isOver: boolean;
  readonly isReplay: boolean;
};

/** The playlist of a room that is broadcast, over all of its broadcasts (RFC 8216). It has at least one segment. */
export function broadcastPlaylist({ segments, discontinuitiesBefore, longest, isOver, isReplay }: Listed): string {
  // It never falls, because players take it for a promise.
  const target = Math.max(leastTargetSeconds, Math.round(longest));
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${target}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA-SEQUENCE:${segments[0]?.number ?? 0}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitiesBefore}`,
    ...(isReplay ? ['#EXT-X-PLAYLIST-TYPE:VOD'] : []),
    ...segments.flatMap((segment, index) => linesOf(segment, segments[index - 1])),
    ...(isOver || isReplay ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

function linesOf(segment: ListedSegment, before: ListedSegment | undefined): string[] {
  const { number, broadcastId, source, seconds, isDiscontinuous } = segment;
  return [
    ...(isDiscontinuous ? ['#EXT-X-DISCONTINUITY'] : []),
    // A browser describes its tracks once for each broadcast.
    ...(source === 'studio' && before?.broadcastId !== broadcastId
      ? [`#EXT-X-MAP:URI="${initialisationName(broadcastId)}"`]
      : []),
    `#EXTINF:${seconds.toFixed(6)},`,
    segmentName(source, number),
  ];
}

export function initialisationName(broadcastId: number): string {
  return `init-${broadcastId}.mp4`;
}

/** Browsers send CMAF, and nginx makes MPEG transport streams of RTMP. */
export function segmentName(source: ListedSegment['source'], number: number): string {
  return `${number}.${source === 'studio' ? 'm4s' : 'ts'}`;
}
