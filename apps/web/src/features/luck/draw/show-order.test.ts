import { expect, test } from 'vitest';
import { isCelebrated, rollingName, showOrder } from './show-order.ts';

const winners = [3, 1, 2, 7, 6, 5, 4].map((place) => ({ place }));
const places = (list: readonly { place: number }[]) => list.map(({ place }) => place);

test('the names of the first five places roll, the first place last', () => {
  const { board, turns } = showOrder(winners);
  expect(places(board)).toEqual([1, 2, 3, 4, 5]);
  expect(places(turns)).toEqual([5, 4, 3, 2, 1]);
});

test('a name stops rolling from its first sign on, and keeps its length', () => {
  const first = () => 0;
  expect(rollingName('Mina 星', 0, first)).toBe('AAAA A');
  expect(rollingName('Mina 星', 0.5, first)).toBe('MinA A');
  expect(rollingName('Mina 星', 1, first)).toBe('Mina 星');
});

test.each([
  ['the first place, for everyone', 1, undefined, true],
  ['the fan’s own place', 4, 4, true],
  ['another place', 3, 4, false],
  ['the end, for a place that did not roll', undefined, 6, true],
  ['the end, for a place that rolled', undefined, 5, false],
  ['the end, for a fan who won nothing', undefined, undefined, false],
])('%s is celebrated or not', (_, place, ownPlace, expected) => {
  expect(isCelebrated(place === undefined ? undefined : { place }, ownPlace)).toBe(expected);
});
