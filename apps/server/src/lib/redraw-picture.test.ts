import { describe, expect, it } from 'vitest';
import { complaintIn } from './redraw-picture.ts';

describe('what a decoder says', () => {
  it.each([
    ['Input buffer contains unsupported image format', 'unreadable'],
    ['Input buffer has corrupt header: webp: unable to parse image', 'unreadable'],
    ['vipspng: libpng read error', 'unreadable'],
    ['VipsJpeg: premature end of JPEG image', 'unreadable'],
    ['webp2vips: unable to read pixels', 'unreadable'],
    ['Input image exceeds pixel limit', 'tooManyPixels'],
    ['timeout: 12% complete\nVipsImage: killed for image "temp-1"', 'tookTooLong'],
  ])('as %j is about the picture', (message, complaint) => {
    expect(complaintIn(new Error(message))).toBe(complaint);
  });

  it.each(['extract_area: bad extract area', 'out of memory', 'ENOSPC: no space left on device'])(
    'as %j is not the picture’s fault',
    (message) => {
      expect(complaintIn(new Error(message))).toBeUndefined();
    },
  );
});
