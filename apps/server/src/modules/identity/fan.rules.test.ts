import { describe, expect, it } from 'vitest';
import { randomAccountId, randomAvatarSeed, randomFanCode, randomNickname, isReservedNickname } from './fan.rules.ts';

describe('what a new fan is given', () => {
  it('is random and fits the constraints of its columns', () => {
    const many = Array.from({ length: 2_000 }, () => ({
      id: randomAccountId(),
      code: randomFanCode(),
      seed: randomAvatarSeed(),
    }));
    for (const { id, code, seed } of many) {
      expect(id).toMatch(/^[a-z0-9]{16,32}$/);
      expect(code).toMatch(/^[A-Z2-9]{8}$/);
      expect(seed).toMatch(/^[a-z0-9]{12}$/);
    }
    expect(new Set(many.map(({ id }) => id)).size).toBe(many.length);
    expect(new Set(many.flatMap(({ code }) => code.split(''))).size).toBe(32);
  });

  it('includes a name in their language', () => {
    expect(randomNickname('en_US')).toMatch(/^Fan [A-Z2-9]{4}$/);
    expect(randomNickname('zh_TW')).toMatch(/^粉絲 [A-Z2-9]{4}$/);
  });
});

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
