import { describe, expect, it } from 'vitest';
import {
  completeAt,
  livePlaylist,
  mainPlaylist,
  replayPlaylist,
  type Schedule,
  captionSegments,
  parseCaptions,
} from './playlist.rules.ts';
import type { Recording } from './recording.ts';

const opening = Date.parse('2026-03-10T04:00:00.000Z');
const recording: Recording = {
  format: 'lightstick/recording/v1',
  durations: [4, 5, 4.004, 3, 4, 4, 4, 1.5],
  bytes: 1000,
  peakBandwidth: 250_000,
  codecs: 'avc1.4d4015,mp4a.40.2',
  width: 480,
  height: 270,
  isLoop: false,
  captions: ['zh_TW'],
};
const loop: Recording = { ...recording, durations: [4, 4, 4], isLoop: true, captions: [] };
const after = (seconds: number) => new Date(opening + seconds * 1000);
const schedule = (seconds: number | null, isLooped = false): Schedule => ({
  opensAt: after(0),
  closesAt: seconds === null ? null : after(seconds),
  isLooped,
});

describe('a recording on schedule', () => {
  it('shows its first segment when the room opens', () => {
    expect(livePlaylist(recording, schedule(3600), after(0), 'picture')).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:5
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-MAP:URI="init.mp4"
#EXT-X-PROGRAM-DATE-TIME:2026-03-10T03:59:56.000Z
#EXTINF:4.000000,
0.m4s
`);
  });

  it.each([
    [-0.001, 0],
    [0, 1],
    [4.999, 1],
    [5, 2],
    [9.003, 2],
    [9.004, 3],
    [12.004, 4],
    [100, 8],
  ])('has at %s s after the opening %s complete segments', (seconds, complete) => {
    expect(completeAt(recording, schedule(3600), after(seconds)).complete).toBe(complete);
  });

  it('shows a window of six, and says that it is over after the last', () => {
    const late = livePlaylist(recording, schedule(3600), after(24.004), 'picture');
    expect(late).toContain('#EXT-X-MEDIA-SEQUENCE:1\n');
    expect(late.match(/\d+\.m4s/g)).toEqual(['1.m4s', '2.m4s', '3.m4s', '4.m4s', '5.m4s', '6.m4s']);
    expect(late).not.toContain('#EXT-X-ENDLIST');
    const last = livePlaylist(recording, schedule(3600), after(25.504), 'picture');
    expect(last.endsWith('7.m4s\n#EXT-X-ENDLIST\n')).toBe(true);
  });

  it('is cut where the room closes', () => {
    const playlist = livePlaylist(recording, schedule(10), after(20), 'picture');
    expect(playlist.endsWith('2.m4s\n#EXT-X-ENDLIST\n')).toBe(true);
    expect(replayPlaylist(recording, schedule(10), 'picture').match(/\d+\.m4s/g)).toEqual(['0.m4s', '1.m4s', '2.m4s']);
  });

  it('names captions segment by segment', () => {
    const captions = livePlaylist(recording, schedule(3600), after(5), 'zh_TW');
    expect(captions).toContain('1-zh_TW.vtt');
    expect(captions).not.toContain('EXT-X-MAP');
    expect(mainPlaylist(recording)).toContain(
      'TYPE=SUBTITLES,GROUP-ID="captions",NAME="中文",LANGUAGE="zh-TW",' +
        'AUTOSELECT=YES,DEFAULT=NO,URI="captions-zh_TW.m3u8"',
    );
  });

  it('is watched again from its start to its end', () => {
    const replay = replayPlaylist(recording, schedule(3600), 'picture');
    expect(replay).toContain('#EXT-X-PLAYLIST-TYPE:VOD\n');
    expect(replay.match(/\d+\.m4s/g)).toHaveLength(8);
    expect(replay.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  });
});

describe('a loop', () => {
  it('goes on without end, on one timeline', () => {
    const tenDays = 10 * 86_400;
    const playlist = livePlaylist(loop, schedule(null, true), after(tenDays), 'picture');
    const complete = tenDays / 4 + 1;
    expect(playlist).toContain(`#EXT-X-MEDIA-SEQUENCE:${complete - 6}\n`);
    expect(playlist).toContain(`${complete - 1}.m4s\n`);
    expect(playlist).toContain(`#EXT-X-PROGRAM-DATE-TIME:${after(tenDays - 4).toISOString()}`);
    expect(playlist).not.toMatch(/DISCONTINUITY|ENDLIST/);
  });

  it('never has a segment less at a boundary', () => {
    const counts = Array.from({ length: 10 }, (_, n) => completeAt(loop, schedule(null, true), after(n * 4)).complete);
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('ends where its room closes, and is one round to watch again', () => {
    expect(completeAt(loop, schedule(20, true), after(60))).toEqual({ complete: 6, isOver: true });
    expect(replayPlaylist(loop, schedule(3600, true), 'picture').match(/\d+\.m4s/g)).toHaveLength(3);
  });
});

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
