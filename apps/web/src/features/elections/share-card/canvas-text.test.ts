import { expect, test } from 'vitest';
import { breakOnce, cutToWidth } from './canvas-text.ts';

/** Every character is one wide. */
const widthOf = (text: string) => Array.from(text).length;

test('a text that fits stays whole', () => {
  expect(breakOnce('Night Sky', 9, widthOf)).toEqual(['Night Sky', '']);
  expect(cutToWidth('Night Sky', 9, widthOf)).toBe('Night Sky');
});

test('a longer one is broken between words', () => {
  expect(breakOnce('Center of the Night Sky', 14, widthOf)).toEqual(['Center of the', 'Night Sky']);
});

test('a Chinese one is broken between words too, without a space to find', () => {
  const [first, rest] = breakOnce('夜空中央總選舉年度決賽', 6, widthOf);
  expect(first + rest).toBe('夜空中央總選舉年度決賽');
  expect(widthOf(first)).toBeLessThanOrEqual(6);
  expect(first).not.toBe('');
});

test('a single word that is too wide still moves on', () => {
  expect(breakOnce('Supercalifragilistic light', 5, widthOf)).toEqual(['Supercalifragilistic', 'light']);
});

test('a text that does not fit is cut with an ellipsis between characters', () => {
  expect(cutToWidth('Night Sky', 6, widthOf)).toBe('Night…');
  expect(cutToWidth('光光🌟🌟光', 4, widthOf)).toBe('光光🌟…');
});
