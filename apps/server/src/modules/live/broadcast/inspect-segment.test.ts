import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secondsOfSegment, SegmentProblem, tracksOf } from './inspect-segment.ts';

const folder = resolve(import.meta.dirname, '../../../../../../content/demo/live/stage-loop');
const initialisation = await readFile(`${folder}/init.mp4`);
const segment = await readFile(`${folder}/1.m4s`);
const tracks = tracksOf(initialisation);

/** Changes the first place of some bytes. */
function changeText(bytes: Buffer, text: string, to: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(to, copy.indexOf(text, 0, 'latin1'), 'latin1');
  return copy;
}

function problemOf(inspect: () => unknown): string | undefined {
  try {
    inspect();
    return undefined;
  } catch (error) {
    if (error instanceof SegmentProblem) return error.message;
    throw error;
  }
}

describe('a segment of CMAF', () => {
  it('lasts as long as its picture', () => {
    expect(secondsOfSegment(segment, tracks)).toBeCloseTo(4, 6);
  });

  it('has one picture in H.264 and sound in AAC, or none', () => {
    expect(problemOf(() => tracksOf(changeText(initialisation, 'avc1', 'hvc1')))).toContain('H.264');
    expect(problemOf(() => tracksOf(changeText(initialisation, 'mp4a', 'Opus')))).toContain('AAC');
  });

  it('begins with a key frame', () => {
    const runs = segment.indexOf('trun', 0, 'latin1');
    const offset = segment.readUInt32BE(runs + 4) & 0x1 ? 4 : 0;
    const copy = Buffer.from(segment);
    const flags = copy.readUIntBE(runs + 5, 3);
    // The flags of the first sample, as its own field or as one of the first sample's fields.
    const place = runs + 12 + offset + (flags & 0x4 ? 0 : 4 * [0x100, 0x200].filter((flag) => flags & flag).length);
    copy.writeUInt32BE(0x0101_0000, place);
    expect(problemOf(() => secondsOfSegment(copy, tracks))).toContain('key frame');
  });

  it('is at most refused in words when it is cut or damaged anywhere', () => {
    for (let at = 0; at < 2000; at += 7) {
      const bent = Buffer.from(segment);
      bent.writeUInt8(bent.readUInt8(at) ^ 0xff, at);
      problemOf(() => secondsOfSegment(bent, tracks));
      expect(problemOf(() => secondsOfSegment(segment.subarray(0, at), tracks))).toBeDefined();
      expect(problemOf(() => tracksOf(initialisation.subarray(0, at % initialisation.length)))).toBeDefined();
    }
  });
});
