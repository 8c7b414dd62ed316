import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Boxes of MP4 and MOV that a reader loads whole. Those of an hour of video are a few MB. */
const loadedWhole: ReadonlySet<string> = new Set(['moov', 'moof', 'mfra']);
export const mostBoxBytes = 16_000_000;

/**
 * Whether a file in MP4 or MOV has a box that is loaded whole and larger than that may be. Of the boxes on its top level it
 * reads the heads alone (ISO/IEC 14496-12, section 4.2), and believes what they say of their size.
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

/** The size of a box in bytes, its head included; infinite for one that goes on to the end, undefined for what is no box. */
function sizeIn(head: Buffer): number | undefined {
  const short = head.readUInt32BE(0);
  if (short === 0) return Infinity;
  if (short !== 1) return short < 8 ? undefined : short;
  const long = head.length < 16 ? 0 : Number(head.readBigUInt64BE(8));
  return long < 16 ? undefined : long;
}
