import { expect, it } from 'vitest';
import { changeSince } from './standing.rules.ts';

it('tells places gained and lost, and nothing for a newcomer', () => {
  const earlier = new Map([['1', 3]]);
  expect(changeSince(earlier, { idolId: '1', votes: 1, rank: 1 })).toBe(2);
  expect(changeSince(earlier, { idolId: '2', votes: 1, rank: 1 })).toBe(0);
});
