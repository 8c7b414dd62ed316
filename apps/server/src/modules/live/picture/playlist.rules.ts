import type { CaptionLanguage, Recording } from './recording.ts';

/** The time of a recording. `closesAt` is null for a loop without end. */
export type Schedule = { readonly opensAt: Date; readonly closesAt: Date | null; readonly isLooped: boolean };

/** Segments of a live playlist; players buffer about half of it. */
const windowSegments = 6;

/**
 * Returns the complete segments, counted from the first of the first round, and whether more will follow. The recording
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

/** Returns a segment's file and round. */
export function placeOf({ durations }: Pick<Recording, 'durations'>, segment: number) {
  return { file: segment % durations.length, round: Math.floor(segment / durations.length) };
}

/** The pieces that a playlist names: pictures with their initialisation, or captions. */
export type Rendition = 'picture' | CaptionLanguage;

/** Writes the playlist of a room at an instant: a window of complete segments, closed when no more will follow. */
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

/** Writes the playlist of everything shown, to watch from the start; one round of a loop. */
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
      const track = `NAME="${name}",LANGUAGE="${tag}",AUTOSELECT=YES,DEFAULT=NO,URI="${playlistName(language)}"`;
      return `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",${track}`;
    }),
    `#EXT-X-STREAM-INF:BANDWIDTH=${peakBandwidth},CODECS="${codecs}",RESOLUTION=${width}x${height},` +
      'SUBTITLES="captions"',
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

/** Returns when each segment ends after the beginning, remembered because every playlist needs it. */
function endsMs(durations: readonly number[]): readonly number[] {
  let ends = known.get(durations);
  if (!ends) {
    let sum = 0;
    ends = durations.map((duration) => Math.round((sum += duration * 1000) * 1000) / 1000);
    known.set(durations, ends);
  }
  return ends;
}

/** A line of captions, in seconds of the recording. */
type Cue = { readonly start: number; readonly end: number; readonly lines: readonly string[] };

/** Why a file of captions does not fit, in words for the operator. */
export class CaptionsProblem extends Error {
  override readonly name = 'CaptionsProblem';
}

const timing = /^((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

/**
 * Reads the cues of a WebVTT file. Positions, styles and regions are left out, because each player places captions itself.
 * @throws CaptionsProblem for anything but WebVTT
 */
export function parseCaptions(text: string): Cue[] {
  const [signature = '', ...blocks] = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/);
  if (!/^WEBVTT(?:[ \t].*)?(?:\n|$)/.test(signature)) throw new CaptionsProblem('does not begin with WEBVTT');
  return blocks.flatMap((block) => {
    const lines = block.split('\n').filter((line) => line.trim() !== '');
    const at = lines.findIndex((line) => line.includes('-->'));
    // Notes, styles and regions have no times.
    if (at === -1) return [];
    const [, start, end] = timing.exec(lines[at] ?? '') ?? [];
    if (!start || !end) throw new CaptionsProblem(`has the times "${lines[at]}", which are no WebVTT`);
    const cue = { start: secondsIn(start), end: secondsIn(end), lines: lines.slice(at + 1) };
    if (cue.end <= cue.start) throw new CaptionsProblem(`has the times "${lines[at]}", which end before they begin`);
    return [cue];
  });
}

/** Divides captions into a WebVTT file for each segment; a cue across a boundary is in both. */
export function captionSegments(cues: readonly Cue[], durations: readonly number[]): string[] {
  let start = 0;
  return durations.map((duration) => {
    const end = start + duration;
    const shown = cues.filter((cue) => cue.start < end && cue.end > start);
    start = end;
    // Times count from the beginning of the recording, where the picture's clock is 0, too.
    return ['WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000', ...shown.map(writeCue), ''].join('\n\n');
  });
}

function writeCue({ start, end, lines }: Cue): string {
  return [`${timeOf(start)} --> ${timeOf(end)}`, ...lines].join('\n');
}

function secondsIn(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const rest = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${rest}`;
}
