import { describe, expect, it } from 'vitest';
import { publicReason, why } from './operators.ts';

describe('the reason of an act', () => {
  it.each(['灌票', ' 灌票 ', '👍👍', '👨‍👩‍👧‍👦'.repeat(500), 'x'.repeat(500)])('may be %s', (text) => {
    expect(why.parse(text)).toBe(text.trim());
  });

  it.each(['', 'n', '  n  ', '👍', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'.repeat(501), 'x'.repeat(501)])(
    'has 2 to 500 characters, as people count them, unlike %j',
    (text) => {
      expect(why.safeParse(text).error?.issues[0]?.message).toBe('must be text of 2 to 500 characters');
    },
  );
});

describe('the reason that fans read', () => {
  it.each(['灌票', '👍👍', 'x'.repeat(200)])('may be %s', (text) => {
    expect(publicReason.parse(text)).toBe(text);
  });

  it.each(['票', ' 票 ', 'x'.repeat(201), '👍'.repeat(201)])('has 2 to 200 characters, unlike %j', (text) => {
    expect(publicReason.safeParse(text).error?.issues[0]?.message).toBe('must be text of 2 to 200 characters');
  });
});
