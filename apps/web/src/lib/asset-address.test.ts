import { describe, expect, test } from 'vitest';
import { assetAddress } from './asset-address.ts';

const now = new Date('2026-11-21T20:34:56Z');
const base = 'https://static.example.com';

describe('where a picture is fetched from', () => {
  test.each([
    ['/art/mina.svg', 'https://static.example.com/art/mina.svg'],
    ['art/mina.svg', 'https://static.example.com/art/mina.svg'],
    ['https://pictures.example.org/mina.png', 'https://pictures.example.org/mina.png'],
    ['http://pictures.example.org/mina.png', 'http://pictures.example.org/mina.png'],
    ['//pictures.example.org/mina.png', '//pictures.example.org/mina.png'],
    ['/avatars/0123456789abcdef.webp', '/avatars/0123456789abcdef.webp'],
    ['data:image/gif;base64,R0lGOD', 'data:image/gif;base64,R0lGOD'],
    ['blob:https://vote.example.com/1', 'blob:https://vote.example.com/1'],
  ])('with a base address %s is at %s', (path, address) => {
    expect(assetAddress(path, base, now)).toBe(address);
  });

  test.each([
    ['/art/mina.svg', '/art/mina.svg'],
    ['art/mina.svg', '/art/mina.svg'],
    ['/v23/mina.png', '/v23/mina.png'],
    ['https://static.example.com/v23/mina.png', 'https://static.example.com/v23/mina.png'],
  ])('without one %s is at %s', (path, address) => {
    expect(assetAddress(path, null, now)).toBe(address);
  });

  test('may be below a folder of the static host', () => {
    expect(assetAddress('/art/mina.svg', `${base}/lightstick`, now)).toBe(`${base}/lightstick/art/mina.svg`);
  });
});

describe('a picture under the version-23 path of the static host is fetched again every hour', () => {
  test.each([
    ['/v23/mina.png', `${base}/v23/mina.png?t=2026112120`],
    [`${base}/v23/deep/mina.png`, `${base}/v23/deep/mina.png?t=2026112120`],
    ['//static.example.com/v23/mina.png', '//static.example.com/v23/mina.png?t=2026112120'],
    ['/v23/mina.png?size=2', `${base}/v23/mina.png?size=2&t=2026112120`],
  ])('%s', (path, address) => {
    expect(assetAddress(path, base, now)).toBe(address);
  });

  test.each(['https://pictures.example.org/v23/mina.png', `${base}/v24/mina.png`, `${base}/art/v23.png`])(
    'but not %s',
    (path) => {
      expect(assetAddress(path, base, now)).toBe(path);
    },
  );

  test('and the same address serves the whole hour', () => {
    const at = (time: string) => assetAddress('/v23/mina.png', base, new Date(`2026-11-21T${time}Z`));
    expect(at('20:00:00')).toBe(at('20:59:59'));
    expect(at('21:00:00')).not.toBe(at('20:59:59'));
  });
});
