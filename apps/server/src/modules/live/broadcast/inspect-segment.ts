import { mostSegmentSeconds } from '@lightstick/contract';
import { type Timescales, timescalesOf, visitBoxes } from '../picture/segment-boxes.ts';

/** Why a file is not shown, in both languages. */
export class SegmentProblem extends Error {
  readonly why: { readonly en_US: string; readonly zh_TW: string };

  constructor(en_US: string, zh_TW: string) {
    super(en_US);
    this.why = { en_US, zh_TW };
  }
}

/** What segments are checked by. */
export type Tracks = { readonly timescales: Timescales; readonly picture: number };

/**
 * Reads the tracks of an initialisation segment: one picture in H.264, and at most one sound in AAC.
 * @throws SegmentProblem
 */
export function tracksOf(initialisation: Buffer): Tracks {
  return readSafely(() => {
    assertBoxes(initialisation, ['ftyp', 'moov'], ['ftyp', 'moov']);
    const codecs = new Map<number, string>();
    let track = 0;
    visitBoxes(initialisation, (type, content) => {
      if (type === 'tkhd') track = content.readUInt32BE(content[0] === 1 ? 20 : 12);
      // One description follows the version and the count.
      if (type === 'stsd') codecs.set(track, content.toString('latin1', 12, 16));
    });
    const ofPicture = [...codecs].filter(([, codec]) => codec === 'avc1' || codec === 'avc3');
    const ofSound = [...codecs].filter(([, codec]) => codec === 'mp4a');
    const [picture] = ofPicture;
    if (!picture || ofPicture.length !== 1 || ofSound.length !== codecs.size - 1 || ofSound.length > 1) {
      throw new SegmentProblem(
        'it must have one picture in H.264 and at most one sound in AAC',
        '必須有一條 H.264 影像軌，最多一條 AAC 音軌',
      );
    }
    return { timescales: timescalesOf(initialisation), picture: picture[0] };
  });
}

/**
 * Returns the seconds of a segment's picture, which begins with a key frame.
 * @throws SegmentProblem
 */
export function secondsOfSegment(segment: Buffer, { timescales, picture }: Tracks): number {
  return readSafely(() => {
    assertBoxes(segment, ['styp', 'sidx', 'prft', 'emsg', 'moof', 'mdat'], ['moof', 'mdat']);
    const timescale = timescales.get(picture);
    let units = 0;
    let firstFlags: number | undefined;
    let head: TrackHead | undefined;
    visitBoxes(segment, (type, content) => {
      if (type === 'tfhd') head = readTrackHead(content);
      if (head && !timescales.has(head.track)) throw new SegmentProblem('it has an unknown track', '含有未知的軌道');
      if (type !== 'trun' || head?.track !== picture) return;
      const run = readRun(content, head);
      units += run.units;
      firstFlags ??= run.firstFlags;
    });
    const seconds = timescale ? units / timescale : 0;
    if (seconds < leastSeconds) throw new SegmentProblem('it has no picture', '沒有影像');
    if (seconds > mostSegmentSeconds + roundingSeconds) {
      throw new SegmentProblem(`it is longer than ${mostSegmentSeconds} seconds`, `超過 ${mostSegmentSeconds} 秒`);
    }
    if (((firstFlags ?? 0) & isNoKeyFrame) !== 0) {
      throw new SegmentProblem('it does not begin with a key frame', '不是從關鍵影格開始');
    }
    return seconds;
  });
}

/** A frame of a hundred a second. */
const leastSeconds = 0.01;
/** A last frame may go over the end of a segment. */
const roundingSeconds = 0.1;
/** `sample_is_non_sync_sample` (ISO/IEC 14496-12, 8.8.3). */
const isNoKeyFrame = 0x1_0000;

function assertBoxes(bytes: Buffer, allowed: readonly string[], needed: readonly string[]): void {
  const types: string[] = [];
  let position = 0;
  while (position + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(position);
    if (size < 8) break;
    types.push(bytes.toString('latin1', position + 4, position + 8));
    position += size;
  }
  const isWhole = position === bytes.length && types.every((type) => allowed.includes(type));
  if (!isWhole || !needed.every((type) => types.includes(type))) throw segmentProblem();
}

type TrackHead = { readonly track: number; readonly units: number | undefined; readonly flags: number | undefined };

/** Reads `tfhd` (8.8.7): the optional fields come in the order of their flags. */
function readTrackHead(content: Buffer): TrackHead {
  const present = content.readUIntBE(1, 3);
  let position = 8;
  const next = (flag: number, bytes: number) => {
    if ((present & flag) === 0) return undefined;
    position += bytes;
    return content.readUInt32BE(position - 4);
  };
  next(0x1, 8);
  next(0x2, 4);
  const units = next(0x8, 4);
  next(0x10, 4);
  return { track: content.readUInt32BE(4), units, flags: next(0x20, 4) };
}

/** Reads `trun` (8.8.8): the length of its samples, and the flags of its first one. */
function readRun(
  content: Buffer,
  head: TrackHead,
): { readonly units: number; readonly firstFlags: number | undefined } {
  const present = content.readUIntBE(1, 3);
  const samples = content.readUInt32BE(4);
  let position = 8 + ((present & 0x1) === 0 ? 0 : 4);
  let firstFlags = head.flags;
  if ((present & 0x4) !== 0) {
    firstFlags = content.readUInt32BE(position);
    position += 4;
  }
  if ((present & 0x100) === 0) {
    if (head.units === undefined) throw segmentProblem();
    return { units: head.units * samples, firstFlags };
  }
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => (present & flag) !== 0);
  const flagsAt = fields.indexOf(0x400);
  if (flagsAt !== -1 && samples > 0) firstFlags = content.readUInt32BE(position + 4 * flagsAt);
  let units = 0;
  for (let sample = 0; sample < samples; sample += 1)
    units += content.readUInt32BE(position + 4 * fields.length * sample);
  return { units, firstFlags };
}

function segmentProblem(): SegmentProblem {
  return new SegmentProblem('it isn’t a segment of fragmented MP4', '不是分段 MP4 的片段');
}

/** Reads a file; one that makes the reader run past its end is not a segment. */
function readSafely<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof SegmentProblem ? error : segmentProblem();
  }
}
