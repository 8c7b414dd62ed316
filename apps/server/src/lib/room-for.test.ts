import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { freshFor } from './fresh-for.ts';
import { roomFor } from './room-for.ts';
import { systemClock } from './clock.ts';

it.each([
  ['of any age', {}],
  ['that are fresh for a time', freshFor(systemClock, 60_000)],
])('keeps so many entries %s, and drops the one that was used least lately', (_, freshness) => {
  const cache = new LRUCache<string, number>({ ...roomFor(3), ...freshness });
  for (const [place, fan] of ['mina', 'bora', 'hana'].entries()) cache.set(fan, place);
  cache.get('mina');
  cache.set('hana', 7);
  cache.set('yuna', 3);
  expect(Object.fromEntries(cache.entries())).toEqual({ mina: 0, hana: 7, yuna: 3 });
  cache.delete('mina');
  cache.set('sora', 4);
  expect(Object.fromEntries(cache.entries())).toEqual({ hana: 7, yuna: 3, sora: 4 });
});
