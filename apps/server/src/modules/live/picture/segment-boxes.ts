/** Boxes that consist of boxes (ISO/IEC 14496-12). */
const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'moof', 'traf']);
const headBytes = 8;

/**
 * Visits every box down to those that hold values. `content` is a view, so that writing to it changes the segment.
 * @throws Error when a box has a wrong size
 */
export function visitBoxes(bytes: Buffer, visit: (type: string, content: Buffer) => void): void {
  for (let position = 0; position + headBytes <= bytes.length;) {
    const size = bytes.readUInt32BE(position);
    if (size < headBytes || position + size > bytes.length) throw new Error('A box of the segment has a wrong size');
    const type = bytes.toString('latin1', position + 4, position + headBytes);
    const content = bytes.subarray(position + headBytes, position + size);
    visit(type, content);
    if (containers.has(type)) visitBoxes(content, visit);
    position += size;
  }
}

/** Units a second of each track, by its id. */
export type Timescales = ReadonlyMap<number, number>;

/** Reads the timescales from an initialisation segment. */
export function timescalesOf(initialisation: Buffer): Timescales {
  const timescales = new Map<number, number>();
  let track = 0;
  visitBoxes(initialisation, (type, content) => {
    // Version 1 has times of 64 bits before the value.
    const offset = content[0] === 1 ? 20 : 12;
    if (type === 'tkhd') track = content.readUInt32BE(offset);
    if (type === 'mdhd') timescales.set(track, content.readUInt32BE(offset));
  });
  return timescales;
}

/** Returns the start of each track of a segment, in seconds by its id. */
export function startsOf(segment: Buffer, timescales: Timescales): Map<number, number> {
  const starts = new Map<number, number>();
  visitStarts(segment, timescales, (content, timescale, track) => {
    starts.set(track, Number(content.readBigUInt64BE(startOffset)) / timescale);
  });
  return starts;
}

/**
 * Copies a segment so that it begins `seconds` later, and rounds of a loop make one timeline. `seconds` must be a whole
 * number of every track's units, or rounds drift apart.
 */
export function shiftSegment(segment: Buffer, timescales: Timescales, seconds: number): Buffer {
  const shifted = Buffer.from(segment);
  visitStarts(shifted, timescales, (content, timescale) => {
    const later = content.readBigUInt64BE(startOffset) + BigInt(Math.round(seconds * timescale));
    content.writeBigUInt64BE(later, startOffset);
  });
  return shifted;
}

/** The offset of the 64-bit time in version 1 of `tfdt`, the only version that is written here. */
const startOffset = 4;

function visitStarts(
  segment: Buffer,
  timescales: Timescales,
  visit: (content: Buffer, timescale: number, track: number) => void,
): void {
  let track = 0;
  visitBoxes(segment, (type, content) => {
    if (type === 'tfhd') track = content.readUInt32BE(4);
    if (type !== 'tfdt') return;
    const timescale = timescales.get(track);
    if (content[0] !== 1 || timescale === undefined) throw new Error('The segment has no time that can be moved');
    visit(content, timescale, track);
  });
}
