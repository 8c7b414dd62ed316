import { describe, expect, it } from 'vitest';
import { normaliseText } from './normalise-text.ts';

describe('two texts count as the same', () => {
  it.each([
    ['in capitals and not', 'LIGHTSTICK', 'lightstick'],
    ['in capitals of other scripts', 'ÉTOILE ΣΩ ЗВЕЗДА', 'étoile σω звезда'],
    ['with spaces around and within', '  night   sky ', 'nightsky'],
    ['with an ideographic, a hard and a narrow space', '夜　空 night\u00a0sky\u202f', '夜空nightsky'],
    ['with invisible characters', 'night\u200b\u2060\ufeffsky\u00ad', 'nightsky'],
    ['with tabs and lines', 'night\tsky\r\n', 'night sky'],
    ['with punctuation of both languages', '「夜空」，對吧？ It’s so!', '夜空對吧its so'],
    [
      'with hyphens of every length',
      'glow-stick glow‐stick glow–stick glow—stick',
      'glowstickglowstickglowstickglowstick',
    ],
    ['with emoji and symbols', '🌟 star ★ + ~ $', 'star'],
    ['in full width', 'Ｌｉｇｈｔ　４８', 'light48'],
    ['in half width', 'ﾗｲﾄ', 'ライト'],
    ['in circled and raised digits', '①②³', '123'],
    ['with ligatures', 'ﬁreﬂy', 'firefly'],
    ['with accents composed and not', 'café', 'cafe\u0301'],
    ['in simplified and traditional characters', '萤火虫', '螢火蟲'],
    ['in either form of a traditional character', '台灣的裡面', '臺灣的裏面'],
    ['in a simplified form of several characters', '头发', '頭髮'],
    ['in simplified characters with spaces and width', '　群 星 ４８！', '群星48'],
  ])('%s', (_, one, other) => {
    expect(normaliseText(one)).toBe(normaliseText(other));
    expect(normaliseText(one)).not.toBe('');
  });
});

describe('two texts count as different', () => {
  it.each([
    ['in their letters', 'star', 'stars'],
    ['in their digits', '48', '84'],
    ['in an accent', 'rose', 'rosé'],
    ['in their characters', '螢火', '螢光'],
    ['in the order of words', 'night sky', 'sky night'],
    ['in voicing marks', 'か', 'が'],
    ['in the voicing marks of half width', 'ｶ', 'ｶﾞ'],
  ])('%s', (_, one, other) => {
    expect(normaliseText(one)).not.toBe(normaliseText(other));
  });
});

describe('a normalised text', () => {
  it.each(['', ' ', '　', '…?!', '🌟🌟', '\u200b', '「」'])('of %j is empty', (text) => {
    expect(normaliseText(text)).toBe('');
  });

  it.each([
    'Ｌｉｇｈｔ　４８',
    '萤火虫在台湾的里面',
    'İstanbul',
    'ΣΩΣ',
    'ẞtraße',
    'café',
    '皇后 頭髮 干净 乾隆',
    'ガギグ',
  ])('of %j stays as it is', (text) => {
    const once = normaliseText(text);
    expect(normaliseText(once)).toBe(once);
  });

  it('is written in traditional characters and small letters', () => {
    expect(normaliseText('Night 萤火虫！')).toBe('night螢火蟲');
  });
});
