import { describe, expect, test } from 'vitest';
import { foldForSearch, mailCodeIn, typedCode, wholeNumberIn } from './typed-text.ts';

describe('an amount is whole digits', () => {
  test.each([
    ['10', 10],
    [' 7 ', 7],
    ['007', 7],
    ['１０', 10],
    ['٤٣', 43],
    ['𝟏𝟐', 12],
    ['1,000', 1000],
    ['１，０００', 1000],
    ['12,345,678', 12_345_678],
    ['1\u202F000', 1000],
  ])('%j is %d', (text, amount) => expect(wholeNumberIn(text)).toBe(amount));

  test.each([
    '1.5',
    '1,5',
    '.5',
    '-5',
    '+5',
    '1e2',
    '10.00',
    '12,34,567',
    '1,0000',
    '0x10',
    '½',
    '五',
    '',
    ' ',
    '1 2',
    '9007199254740992',
  ])('%j is none', (text) => expect(wholeNumberIn(text)).toBeUndefined());
});

describe('a mailed code is one run of six digits', () => {
  test.each([
    '518610',
    '５１８６１０',
    '٥١٨٦١٠',
    '५१८६१०',
    '518 610',
    '518-610',
    '1 code 518610',
    'Your code is 518610. It is good for 10 minutes.',
    '驗證碼：518610（10 分鐘內有效）',
    '518610, again: 518610',
  ])('as in %j', (text) => expect(mailCodeIn(text)).toBe('518610'));

  test.each([
    ['518', '518'],
    ['51 8', '518'],
    ['5186101', '5186101'],
    ['518a', '518'],
    ['1 code 51861', ''],
    ['518610 or 054046', ''],
    ['', ''],
  ])('and without it %j is still %j', (text, digits) => expect(mailCodeIn(text)).toBe(digits));
});

test('a code is read in any width', () => expect(typedCode(' Ｋ７Ｑ２Ｍ９ＸＡ\n')).toBe('K7Q2M9XA'));

test.each([
  ['marin', 'Ｍａｒｉｎ'],
  ['Élodie', 'elodie'],
  ['ışık', 'ISIK'],
  ['İlke', 'ilke'],
  ['Straße', 'STRASSE'],
  ['σίσυφος', 'ΣΙΣΥΦΟΣ'],
  ['١٣', '13'],
])('a search takes %s and %s as the same', (one, other) => {
  expect(foldForSearch(one)).toBe(foldForSearch(other));
});
