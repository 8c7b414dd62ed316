import { describe, expect, it } from 'vitest';
import { byteRangeOf } from './byte-range.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
  ])('%s asks for a part', (header, range) => {
    expect(byteRangeOf(header, 100)).toEqual(range);
  });

  it.each([undefined, '', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,5-6', 'bytes=20-10', 'bytes=--5'])(
    '%j asks for the whole',
    (header) => {
      expect(byteRangeOf(header, 100)).toBeUndefined();
    },
  );

  it.each([
    ['bytes=100-', 100],
    ['bytes=-0', 100],
    ['bytes=0-', 0],
    ['bytes=-5', 0],
  ])('%s of a file of %d bytes cannot be had', (header, size) => {
    expect(byteRangeOf(header, size)).toBe('unsatisfiable');
  });
});
