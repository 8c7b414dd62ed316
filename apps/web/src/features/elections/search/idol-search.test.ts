import { expect, test } from 'vitest';
import { withSearch } from './idol-search.tsx';

test('the latest search stands in front, once, however it was typed', () => {
  expect(withSearch(['許多霏', 'marin'], ' Ｍarin ')).toEqual(['Ｍarin', '許多霏']);
});

test('an empty search is not stored', () => {
  const before = ['marin'];
  expect(withSearch(before, '  ')).toBe(before);
});

test('the oldest of many is forgotten', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f'];
  expect(withSearch(many, 'g')).toEqual(['g', 'a', 'b', 'c', 'd', 'e']);
});
