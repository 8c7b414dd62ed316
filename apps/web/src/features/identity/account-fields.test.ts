import { isCommonPassword } from '@lightstick/contract/common-passwords';
import { expect, test } from 'vitest';
import { checkPassword, isPasswordFine, loadCommonPasswords } from './account-fields.tsx';

const email = 'mina@example.com';

test('whether a password is common is open until the list has loaded, and then as the server says', async () => {
  expect(checkPassword('password1', email).notCommon).toBeUndefined();
  expect(isPasswordFine(checkPassword('password1', email))).toBe(true);
  await loadCommonPasswords();
  for (const password of ['password1', 'P@ssw0rd2026!', 'qwertyuiop1', 'a dragon on stage 7']) {
    expect(checkPassword(password, email).notCommon).toBe(!isCommonPassword(password));
  }
  expect(isPasswordFine(checkPassword('password1', email))).toBe(false);
  expect(checkPassword('', email).notCommon).toBe(false);
});

test.each([
  ['silver-lantern 9', true],
  ['光棒亮晶晶很漂亮1', true],
  ['12345678', false],
  ['lightsticks', false],
  ['short1!', false],
  [`a1${'xyz'.repeat(20)}zz`, true],
  [`a1${'xyz'.repeat(21)}`, false],
  ['Mina@Example.com', false],
  ['mina', false],
  ['stage\tlight 42', false],
  ['PassWord2026!', false],
])('"%s" is fine: %s', (password, fine) => {
  expect(isPasswordFine(checkPassword(password, email))).toBe(fine);
});
