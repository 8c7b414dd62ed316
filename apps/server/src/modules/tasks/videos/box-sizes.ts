import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Boxes of MP4 and MOV that a reader loads whole. For an hour of video they have a few MB. */
const loadedWhole: ReadonlySet<string> = new Set(['moov', 'moof', 'mfra']);
export const mostBoxBytes = 16_000_000;

/**
 * Returns whether an MP4 or MOV file has a fully loaded box above the limit. It reads only the heads of top-level boxes
 * (ISO/IEC 14496-12, section 4.2), and trusts their sizes.
 */
export function loadsTooMuch(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const fileBytes = fstatSync(file).size;
    const head = Buffer.alloc(16);
    for (let position = 0; position < fileBytes;) {
      const got = readSync(file, head, { position });
      const size = got < 8 ? undefined : sizeIn(head.subarray(0, got));
      if (size === undefined) return false;
      if (size > mostBoxBytes && loadedWhole.has(head.toString('latin1', 4, 8))) return true;
      position += size;
    }
    return false;
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the size of a box in bytes with its head; infinite for one that extends to the end, undefined for anything
 * else.
 */
function sizeIn(head: Buffer): number | undefined {
  const short = head.readUInt32BE(0);
  if (short === 0) return Infinity;
  if (short !== 1) return short < 8 ? undefined : short;
  const long = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
  return long < 16 ? undefined : long;
}
