import { describe, expect, it } from 'vitest';
import { readFragments } from './broadcast.rules.ts';

const playlist = [
  '#EXTM3U',
  '#EXT-X-VERSION:3',
  '#EXT-X-MEDIA-SEQUENCE:0',
  '#EXT-X-TARGETDURATION:2',
  '#EXT-X-DISCONTINUITY',
  '#EXTINF:2.000,',
  'main-stage-1795000000000.ts',
  '#EXTINF:1.967,',
  'main-stage-1795000002000.ts',
  '',
].join('\n');

describe('the playlist that nginx writes of a stream', () => {
  it('names its fragments with their times', () => {
    expect(readFragments(playlist, 'main-stage')).toEqual([
      { name: 'main-stage-1795000000000.ts', number: 1_795_000_000_000, seconds: 2, isDiscontinuous: true },
      { name: 'main-stage-1795000002000.ts', number: 1_795_000_002_000, seconds: 1.967, isDiscontinuous: false },
    ]);
  });

  it.each([
    ['a name of another stream', playlist.replace('main-stage-1795000002000', 'other-1795000002000')],
    ['a name that leaves the folder', playlist.replace('main-stage-1795000002000', '../main-stage-1795000002000')],
    ['a line that is cut short', playlist.slice(0, playlist.lastIndexOf('main') + 20)],
    ['a fragment without a length', playlist.replace('1.967', '0.000')],
  ])('%s is left out', (_, text) => {
    expect(readFragments(text, 'main-stage')).toHaveLength(1);
  });
});
