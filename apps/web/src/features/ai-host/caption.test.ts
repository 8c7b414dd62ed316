import { describe, expect, test } from 'vitest';
import { answerText, captionAt, mouthAt, nextCaptionMs, splitSpoken } from './caption.ts';

const atMs = Date.parse('2026-11-26T12:00:00.000Z');
const sentences = [
  { text: 'Sanna leads.', startsAt: '2026-11-26T12:00:00.000Z', seconds: 2 },
  { text: 'Mira is 120 votes behind.', startsAt: '2026-11-26T12:00:02.500Z', seconds: 4 },
];

describe('a caption', () => {
  test.each([
    [-1, { state: 'before', index: 0, part: 0 }],
    [0, { state: 'speaking', index: 0, part: 0 }],
    [1000, { state: 'speaking', index: 0, part: 0.5 }],
    [2000, { state: 'pause', index: 0, part: 1 }],
    [4500, { state: 'speaking', index: 1, part: 0.5 }],
    [6500, { state: 'over', index: 1, part: 1 }],
  ])('%i ms after the first word', (ms, caption) => {
    expect(captionAt(sentences, atMs + ms)).toEqual(caption);
  });

  test('changes at each beginning and end, and no more when all is said', () => {
    const turns = [-500, 0, 2000, 2500, 6500].map((ms) => nextCaptionMs(sentences, atMs + ms));
    expect(turns).toEqual([0, 2000, 2500, 6500, undefined].map((ms) => ms && atMs + ms).with(0, atMs));
  });

  test('is split between characters as people see them', () => {
    expect(splitSpoken('ab👩‍🎤d', 0.75)).toEqual(['ab👩‍🎤', 'd']);
    expect(splitSpoken('第一名', 0.34)).toEqual(['第', '一名']);
    expect(splitSpoken('all', 1)).toEqual(['all', '']);
  });
});

test('sentences of an answer are put together as their language does it', () => {
  const of = (...texts: string[]) => texts.map((text) => ({ text, startsAt: '2026-11-26T12:00:00.000Z', seconds: 1 }));
  expect(answerText({ language: 'en_US', sentences: of('One.', 'Two.') })).toBe('One. Two.');
  expect(answerText({ language: 'zh_TW', sentences: of('一。', '二。') })).toBe('一。二。');
});

describe('the mouth', () => {
  test('opens for vowels and closes for lips, spaces and stops', () => {
    const [vowel, lips, space, stop] = ['a', 'm', ' ', '。'].map((text) => mouthAt(text, 0.5));
    expect(vowel).toBeGreaterThan(0.9);
    expect(lips).toBeLessThan(0.2);
    expect([space, stop]).toEqual([lips, lips]);
  });

  test('opens and closes once for each Chinese character', () => {
    const heights = [0, 0.25, 0.5, 0.75].map((part) => mouthAt('投票', part));
    expect(heights[1]).toBeGreaterThan(heights[0] ?? 1);
    expect(heights[2]).toBeCloseTo(heights[0] ?? 1);
    expect(heights[3]).toBeGreaterThan(heights[2] ?? 1);
  });

  test('is closed when all is said', () => {
    expect(mouthAt('aaa', 1)).toBeLessThan(0.2);
  });
});
