import { describe, expect, it } from 'vitest';
import { captionSegments, parseCaptions } from './captions.rules.ts';

const file = `WEBVTT - made by hand

NOTE for editors

1
00:01.000 --> 00:02.500 align:start
Hello

00:00:03.500 --> 00:00:05.000
across
the boundary
`;

describe('captions', () => {
  it('are divided by segments, with what crosses a boundary in both', () => {
    expect(captionSegments(parseCaptions(file), [4, 4, 4])).toEqual([
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:01.000 --> 00:00:02.500\nHello\n\n' +
        '00:00:03.500 --> 00:00:05.000\nacross\nthe boundary\n\n',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n00:00:03.500 --> 00:00:05.000\nacross\nthe boundary\n\n',
      'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n\n',
    ]);
  });

  it('are read with the line ends of Windows and a byte order mark', () => {
    expect(parseCaptions(`\uFEFF${file.replaceAll('\n', '\r\n')}`)).toEqual(parseCaptions(file));
  });

  it.each([
    ['SubRip', '1\n00:00:01,000 --> 00:00:02,000\nHello', 'does not begin with WEBVTT'],
    ['a time of another kind', 'WEBVTT\n\n1s --> 2s\nHello', 'which are no WebVTT'],
    ['an end before the beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello', 'end before they begin'],
  ])('are refused with %s', (_, text, problem) => {
    expect(() => parseCaptions(text)).toThrow(problem);
  });
});
