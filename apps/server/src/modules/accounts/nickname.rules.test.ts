import { describe, expect, it } from 'vitest';
import { isReservedNickname } from './nickname.rules.ts';

describe('a nickname', () => {
  it.each([
    'Lightstick',
    'LIGHT STICK',
    'L1ghtst1ck',
    'Ｌｉｇｈｔｓｔｉｃｋ',
    'lіghtѕtісk',
    'Iightstick',
    '★Lightstick★',
  ])('%j is the platform’s own', (name) => {
    expect(isReservedNickname(name)).toBe(true);
  });

  it.each(['Lightstick Official', 'Admin', 'support team', 'Lightstick 官方', '客服', '0fficial'])(
    '%j is an office of the platform',
    (name) => {
      expect(isReservedNickname(name)).toBe(true);
    },
  );

  it.each(['Mina', 'Lightstick lover', '拿著 lightstick 的小美', 'Helpful Hana', '🎤', 'Teamwork'])(
    '%j is a fan’s',
    (name) => {
      expect(isReservedNickname(name)).toBe(false);
    },
  );
});
