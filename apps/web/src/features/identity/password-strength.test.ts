import { expect, test } from 'vitest';
import { checkPassword, isPasswordFine } from './password-strength.ts';

const email = 'mina@example.com';

test.each([
  ['lightstick9', true],
  ['光棒亮晶晶很漂亮1', true],
  ['12345678', false],
  ['lightsticks', false],
  ['short1!', false],
  ['a1'.repeat(32), true],
  ['a1'.repeat(33), false],
  ['Mina@Example.com', false],
  ['mina', false],
])('"%s" is fine: %s', (password, fine) => {
  expect(isPasswordFine(checkPassword(password, email))).toBe(fine);
});
