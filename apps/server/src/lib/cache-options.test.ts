import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { describe, expect, it } from 'vitest';
import { createTurnableClock, standingAt } from '#/dev/turnable-clock.ts';
import { freshFor, roomFor } from './cache-options.ts';
import { systemClock } from './clock.ts';

describe('an age of values', () => {
  it('ends when its time is over, also before the event loop has run a timer', async () => {
    const { clock, time } = createTurnableClock(standingAt(new Date()));
    const cache = new LRUCache<string, string>({ max: 1, ...freshFor(clock, 2_000) });
    cache.set('room', 'free');
    await time.advance(2_000);
    expect(cache.get('room')).toBe('free');
    await time.advance(1);
    expect(cache.get('room')).toBeUndefined();
  });

  it('is how every cache of the server states the age of its values', () => {
    const folder = join(import.meta.dirname, '..');
    const withOwnTime = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file === 'lib/cache-options.ts') return false;
      const text = readFileSync(join(folder, file), 'utf8');
      return text.includes('new LRUCache') && /\bttl\b/.test(text);
    });
    expect(withOwnTime).toEqual([]);
  });
});

describe('a bound of entries', () => {
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
});
