import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrivedOf, type FilePart, slicesOf } from './parts.rules.ts';

const file = Buffer.from(Array.from({ length: 256 }, (_, position) => position));

const anyPart = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 1, max: 256 }))
  .map(([offset, length]): FilePart => ({ offset, length: Math.min(length, file.length - offset) }));
const anyParts = fc.array(anyPart, { maxLength: 30 });

/** Reads all parts, where each contains the file's bytes at its place. */
function readBy(parts: readonly FilePart[]): Buffer {
  return Buffer.concat(
    slicesOf(parts).map(({ part, start, length }) =>
      file.subarray(part.offset, part.offset + part.length).subarray(start, start + length),
    ),
  );
}

describe('parts of an upload', () => {
  it('in any order, overlapping in any way, give the beginning of the file', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        expect(readBy(parts)).toEqual(file.subarray(0, arrivedOf(parts)));
      }),
    );
  });

  it('reach as far as there is no gap', () => {
    fc.assert(
      fc.property(anyParts, (parts) => {
        const covered = new Set(
          parts.flatMap(({ offset, length }) => Array.from({ length }, (_, position) => offset + position)),
        );
        let end = 0;
        while (covered.has(end)) end += 1;
        expect(arrivedOf(parts)).toBe(end);
      }),
    );
  });

  it('never reach less far with an additional part', () => {
    fc.assert(
      fc.property(anyParts, anyPart, (parts, more) => {
        expect(arrivedOf([...parts, more])).toBeGreaterThanOrEqual(arrivedOf(parts));
      }),
    );
  });

  it('that are none, or that leave out the first byte, reach nowhere', () => {
    expect(arrivedOf([])).toBe(0);
    expect(arrivedOf([{ offset: 1, length: 100 }])).toBe(0);
    expect(arrivedOf([{ offset: 0, length: 0 }])).toBe(0);
  });
});
