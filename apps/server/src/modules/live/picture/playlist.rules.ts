import type { CaptionLanguage, Recording } from './recording.ts';

/** When a recording is on. `closesAt` is null for a loop without end. */
export type Schedule = { readonly opensAt: Date; readonly closesAt: Date | null; readonly isLooped: boolean };

/** Segments of a live playlist; players buffer about half of it. */
const windowSegments = 6;

/**
 * The segments that are complete, counted from the first of the first round, and whether no more will follow. The recording
 * begins one segment before the room opens, because players take a playlist without a segment for a failure.
 */
export function completeAt({ durations }: Pick<Recording, 'durations'>, schedule: Schedule, at: Date) {
  const untilMs = Math.min(at.getTime(), schedule.closesAt?.getTime() ?? Infinity);
  const elapsedMs = untilMs - beginningMs(durations, schedule);
  const totalMs = endsMs(durations).at(-1) ?? 0;
  const rounds = schedule.isLooped ? Math.max(0, Math.floor(elapsedMs / totalMs)) : 0;
  const inRound = endsMs(durations).filter((endMs) => endMs <= elapsedMs - rounds * totalMs).length;
  const complete = rounds * durations.length + inRound;
  const isOver = schedule.closesAt !== null && at >= schedule.closesAt;
  return { complete, isOver: isOver || (!schedule.isLooped && complete === durations.length) };
}

/** Which file a segment is, and in which round. */
export function placeOf({ durations }: Pick<Recording, 'durations'>, segment: number) {
  return { file: segment % durations.length, round: Math.floor(segment / durations.length) };
}

/** The pieces that a playlist names: pictures with their initialisation, or captions. */
export type Rendition = 'picture' | CaptionLanguage;

/** What a room shows at an instant: a window of complete segments, closed when no more will follow. */
export function livePlaylist(recording: Recording, schedule: Schedule, at: Date, rendition: Rendition): string {
  const { complete, isOver } = completeAt(recording, schedule, at);
  const first = Math.max(0, complete - windowSegments);
  return [
    ...head(recording, rendition, first),
    ...segments(recording, schedule, rendition, { first, end: complete }),
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
    '',
  ].join('\n');
}

/** All that was shown, to watch from the start; of a loop one round. */
export function replayPlaylist(recording: Recording, schedule: Schedule, rendition: Rendition): string {
  const { closesAt } = schedule;
  const { complete } = completeAt(recording, { ...schedule, isLooped: false }, closesAt ?? schedule.opensAt);
  return [
    ...head(recording, rendition, 0),
    '#EXT-X-PLAYLIST-TYPE:VOD',
    ...segments(recording, schedule, rendition, { first: 0, end: complete }),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

const languageNames: Readonly<Record<CaptionLanguage, { readonly tag: string; readonly name: string }>> = {
  en_US: { tag: 'en-US', name: 'English' },
  zh_TW: { tag: 'zh-TW', name: '中文' },
};

/** Names the picture and the captions of a recording that has some. */
export function mainPlaylist({ captions, codecs, width, height, peakBandwidth }: Recording): string {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...captions.map((language) => {
      const { tag, name } = languageNames[language];
      return `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",NAME="${name}",LANGUAGE="${tag}",AUTOSELECT=YES,DEFAULT=NO,URI="${playlistName(language)}"`;
    }),
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBandwidth},CODECS="${codecs}",RESOLUTION=${width}x${height},SUBTITLES="captions"`,
    playlistName('picture'),
    '',
  ].join('\n');
}

export function playlistName(rendition: Rendition): string {
  return rendition === 'picture' ? 'picture.m3u8' : `captions-${rendition}.m3u8`;
}

export function segmentName(rendition: Rendition, segment: number): string {
  return rendition === 'picture' ? `${segment}.m4s` : `${segment}-${rendition}.vtt`;
}

function head({ durations }: Recording, rendition: Rendition, first: number): string[] {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...durations))}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(rendition === 'picture' ? ['#EXT-X-MAP:URI="init.mp4"'] : []),
  ];
}

function segments(
  recording: Recording,
  schedule: Schedule,
  rendition: Rendition,
  { first, end }: { readonly first: number; readonly end: number },
): string[] {
  const { durations } = recording;
  const ends = endsMs(durations);
  const beganMs = beginningMs(durations, schedule);
  return Array.from({ length: end - first }, (_, index) => first + index).flatMap((segment) => {
    const { file, round } = placeOf(recording, segment);
    const startMs = beganMs + round * (ends.at(-1) ?? 0) + (ends[file - 1] ?? 0);
    return [
      `#EXT-X-PROGRAM-DATE-TIME:${new Date(startMs).toISOString()}`,
      `#EXTINF:${(durations[file] ?? 0).toFixed(6)},`,
      segmentName(rendition, segment),
    ];
  });
}

function beginningMs(durations: readonly number[], { opensAt }: Schedule): number {
  return opensAt.getTime() - (durations[0] ?? 0) * 1000;
}

const known = new WeakMap<readonly number[], readonly number[]>();

/** When each segment ends after the beginning, remembered because every playlist needs it. */
function endsMs(durations: readonly number[]): readonly number[] {
  let ends = known.get(durations);
  if (!ends) {
    let sum = 0;
    ends = durations.map((duration) => Math.round((sum += duration * 1000) * 1000) / 1000);
    known.set(durations, ends);
  }
  return ends;
}
