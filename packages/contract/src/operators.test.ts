import { describe, expect, it } from 'vitest';
import { publicReason, why } from './operators.ts';
import { expectationOf } from './wording.ts';

function expectedOf(schema: typeof why, text: string) {
  return expectationOf(schema.safeParse(text).error?.issues[0]?.message ?? '');
}

describe('the reason of an act', () => {
  it.each(['灌票', ' 灌票 ', '👍👍', '👨‍👩‍👧‍👦'.repeat(500), 'x'.repeat(500)])('may be %s', (text) => {
    expect(why.parse(text)).toBe(text.trim());
  });

  it.each(['', 'n', '  n  ', '👍', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'.repeat(501), 'x'.repeat(501)])(
    'has 2 to 500 characters, as people count them, unlike %j',
    (text) => {
      expect(expectedOf(why, text)).toEqual({
        en_US: 'must be text of 2 to 500 characters',
        zh_TW: '必須是 2 到 500 個字元的文字',
      });
    },
  );
});

describe('the reason that fans read', () => {
  it.each(['灌票', '👍👍', 'x'.repeat(200)])('may be %s', (text) => {
    expect(publicReason.parse(text)).toBe(text);
  });

  it.each(['票', ' 票 ', 'x'.repeat(201), '👍'.repeat(201)])('has 2 to 200 characters, unlike %j', (text) => {
    expect(expectedOf(publicReason, text)).toEqual({
      en_US: 'must be text of 2 to 200 characters',
      zh_TW: '必須是 2 到 200 個字元的文字',
    });
  });
});
