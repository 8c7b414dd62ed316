import { describe, expect, test } from 'vitest';
import {
  addToLineup,
  isWhole,
  type Lineup,
  moveInLineup,
  pointsAt,
  readLineup,
  removeFromLineup,
} from './formation.tsx';

const seven: Lineup = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('the first of seven gets seven points and the last one', () => {
  expect(seven.map((_, index) => pointsAt(index))).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

describe('adding', () => {
  test('puts an idol behind those of the lineup', () => {
    expect(addToLineup(addToLineup([], 'b'), 'a')).toEqual(['b', 'a']);
  });

  test('leaves an idol of the lineup where she is', () => {
    expect(addToLineup(['a', 'b'], 'a')).toEqual(['a', 'b']);
  });

  test('finds no place in a whole lineup', () => {
    expect(isWhole(seven)).toBe(true);
    expect(addToLineup(seven, 'h')).toBe(seven);
  });
});

describe('removing', () => {
  test('moves those behind up', () => {
    expect(removeFromLineup(seven, 'b')).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
  });

  test('changes nothing for an idol outside the lineup', () => {
    expect(removeFromLineup(seven, 'x')).toBe(seven);
  });
});

describe('moving', () => {
  test.each([
    ['down by one', 'b', 2, 'acbdefg'],
    ['up by one', 'b', 0, 'bacdefg'],
    ['to the end', 'a', 6, 'bcdefga'],
    ['to the top', 'g', 0, 'gabcdef'],
    ['past the end, which is the end', 'c', 99, 'abdefgc'],
    ['before the top, which is the top', 'c', -1, 'cabdefg'],
    ['to where she is', 'd', 3, 'abcdefg'],
    ['of somebody who is not in', 'x', 0, 'abcdefg'],
  ])('%s', (_, idolId, index, expected) => {
    expect(moveInLineup(seven, idolId, index).join('')).toBe(expected);
  });

  test('loses and doubles no idol, for any move', () => {
    for (const idolId of seven) {
      for (let index = -1; index <= seven.length; index += 1) {
        const moved = moveInLineup(seven, idolId, index);
        expect(moved.toSorted()).toEqual(seven);
        expect(moved.indexOf(idolId)).toBe(Math.min(Math.max(index, 0), 6));
      }
    }
  });
});

describe('a stored draft', () => {
  test('comes back as it was', () => {
    expect(readLineup(JSON.parse(JSON.stringify(seven)))).toEqual(seven);
  });

  test.each([
    ['nothing', undefined, []],
    ['something else', { a: 1 }, []],
    ['what is no id', ['a', 3, null, '', 'b'], ['a', 'b']],
    ['somebody twice', ['a', 'b', 'a'], ['a', 'b']],
    ['more than seven', [...seven, 'h'], seven],
  ])('that holds %s is put right', (_, stored, expected) => {
    expect(readLineup(stored)).toEqual(expected);
  });
});
