import { expect, test } from 'vitest';
import { picker } from './mix.ts';

test('each call of a mix is picked as often as its share says', () => {
  let turn = 0;
  const next = picker({ read: 80, vote: 15, other: 5, never: 0 }, () => (turn++ % 1000) / 1000);
  const picked = Map.groupBy(
    Array.from({ length: 1000 }, () => next()),
    (call) => call,
  );
  expect([...picked].map(([call, all]) => [call, all.length])).toEqual([
    ['read', 800],
    ['vote', 150],
    ['other', 50],
  ]);
});

test('a mix of one call is that call, for any share', () => {
  const next = picker({ vote: 0.1 }, () => 1 - Number.EPSILON / 2);
  expect(next()).toBe('vote');
});

test('a mix without a call is refused', () => {
  expect(() => picker({ vote: 0 })).toThrow('at least one call');
});
