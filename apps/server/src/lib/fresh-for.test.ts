import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { createTurnableClock, standingAt } from '#/dev/turnable-clock.ts';
import { freshFor } from './fresh-for.ts';

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
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file === 'lib/fresh-for.ts') return false;
    const text = readFileSync(join(folder, file), 'utf8');
    return text.includes('new LRUCache') && /\bttl\b/.test(text);
  });
  expect(withOwnTime).toEqual([]);
});
