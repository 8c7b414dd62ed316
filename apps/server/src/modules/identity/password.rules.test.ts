import { describe, expect, it } from 'vitest';
import { isStrongPassword, normalisePassword } from './password.rules.ts';

const email = 'mina.park@example.com';
const isStrong = (password: string) => isStrongPassword(normalisePassword(password), email);

describe('a strong password', () => {
  it.each([
    'stage-light 42',
    'tr0ub4dor&3',
    '應援棒應援棒 1',
    'bluewhale!sings',
    '7 hats, 2 cats',
    `a1${'xyz'.repeat(20)}zz`,
  ])('may be %s', (password) => {
    expect(isStrong(password)).toBe(true);
  });

  it.each([
    ['too short', 'a1!b2?c'],
    ['too long', `a1${'xyz'.repeat(21)}`],
    ['letters alone', 'correcthorsebattery'],
    ['letters of two scripts alone', 'abcdefg應援應援'],
    ['digits alone', '8203946571'],
    ['symbols alone', '!?#%&*+-=~'],
    ['the email', 'Mina.Park@example.com'],
    ['its local part', 'mina.park'],
    ['with a line break', 'stage\nlight 42'],
    ['one of the commonest', '1q2w3e4r5t'],
    ['a common word with a year', 'Sunshine2026'],
    ['a common word in disguise', 'P@ssw0rd!'],
    ['a common word twice', 'hellohello12'],
    ['a favourite group with a number', 'Blackpink123'],
    ['three characters over and over', '1a!1a!1a!1a!'],
    ['full-width letters of a common one', 'ｐａｓｓｗｏｒｄ１２３'],
  ])('is not %s', (_what, password) => {
    expect(isStrong(password)).toBe(false);
  });
});
