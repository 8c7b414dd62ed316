import { expect, test } from 'vitest';
import { freshAddress } from './play-room.ts';

const current = 'https://vote.example.com/live/v1/room.session.200.new/index.m3u8';

test('a segment is fetched with the newest token', () => {
  const old = 'https://vote.example.com/live/v1/room.session.100.old/a12.m4s';
  expect(freshAddress(old, current)).toBe('https://vote.example.com/live/v1/room.session.200.new/a12.m4s');
});

test('an address of another server keeps its own token', () => {
  expect(freshAddress('https://cdn.example.com/show/a1.m4s?key=1', current)).toBe(
    'https://cdn.example.com/show/a1.m4s?key=1',
  );
  expect(freshAddress('https://a.example/live/v1/t/a.m4s', 'https://cdn.example.com/show/index.m3u8')).toBe(
    'https://a.example/live/v1/t/a.m4s',
  );
});
