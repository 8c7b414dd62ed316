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
    return ['WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000', ...shown.map(written), ''].join('\n\n');
  });
}

function written({ start, end, lines }: Cue): string {
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
