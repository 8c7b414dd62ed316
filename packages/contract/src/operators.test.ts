import { describe, expect, it } from 'vitest';
import { why } from './operators.ts';

describe('the reason of an act', () => {
  it.each(['due', ' due ', '👍👍👍', '👍'.repeat(500), 'x'.repeat(500)])('may be %s', (text) => {
    expect(why.parse(text)).toBe(text.trim());
  });

  it.each(['', 'no', '  no  ', '👍👍', '👍'.repeat(501), 'x'.repeat(501)])(
    'has 3 to 500 characters, as the database counts them, unlike %j',
    (text) => {
      expect(why.safeParse(text).error?.issues[0]?.message).toBe('text of 3 to 500 characters');
    },
  );
});
