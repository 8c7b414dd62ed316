import { expect, it } from 'vitest';
import { nextSalt } from './next-salt.ts';

it('every vote has a salt of sixteen bytes that no other vote has', () => {
  const salts = Array.from({ length: 2000 }, () => nextSalt().toString('hex'));
  expect(new Set(salts).size).toBe(2000);
  expect(salts.every((salt) => /^[0-9a-f]{32}$/.test(salt))).toBe(true);
});
