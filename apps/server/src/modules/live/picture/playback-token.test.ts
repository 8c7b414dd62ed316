import { describe, expect, it } from 'vitest';
import { createServerKeys } from '#/config/server-keys.ts';
import { createPlaybackTokens } from './playback-token.ts';

const tokens = createPlaybackTokens(createServerKeys('a secret of this test, long enough'));
const given = {
  roomId: 'a-room',
  sessionId: 'AAAAAAAAAAAAAAAAAAAA_-',
  expiresAt: new Date('2026-03-10T04:05:00.000Z'),
};
const token = tokens.sign(given);

describe('a playback token', () => {
  it('opens what it was given for', () => {
    expect(tokens.read(token)).toEqual(given);
  });

  it('stands in an address as it is', () => {
    expect(encodeURIComponent(token)).toBe(token);
  });

  it.each([
    ['another room', token.replace('a-room', 'b-room')],
    ['another session', token.replace('AAAA', 'BBBB')],
    ['a later end', token.replace(/\.(\d{10})\./, (_, seconds) => `.${Number(seconds) + 1}.`)],
    ['no code', token.slice(0, token.lastIndexOf('.'))],
    ...['A', 'B', 'C', 'D'].map((letter): [string, string] => [
      `another last letter (${letter})`,
      token.endsWith(letter) ? '' : token.slice(0, -1) + letter,
    ]),
    ['half a code', token.slice(0, -20)],
    ['more behind it', `${token}A`],
    ['nothing', ''],
  ])('is worth nothing with %s', (_, altered) => {
    expect(tokens.read(altered)).toBeUndefined();
  });

  it('of another server is invalid', () => {
    const others = createPlaybackTokens(createServerKeys('another secret of this test, long enough'));
    expect(others.read(token)).toBeUndefined();
  });
});
