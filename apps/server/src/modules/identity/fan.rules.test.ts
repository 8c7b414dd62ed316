import { describe, expect, it } from 'vitest';
import { randomAccountId, randomAvatarSeed, randomFanCode, randomNickname } from './fan.rules.ts';

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
